import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE } from "../../src/lib/clock.js";
import { freshIp } from "../support/app/client.js";
import { OAuthApi, type ClientCredentials } from "../support/oauth/oauth-api.js";
import { credentialsOf, countActiveTokens, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

describe("The rate limits of the OAuth2 endpoints", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());
  const api = () => new OAuthApi(world.server);
  const send = (
    path: string,
    ip: string,
    by?: ClientCredentials,
    form: Record<string, string> = { grant_type: "client_credentials", token: "x" },
  ): Promise<Response> => api().post(path, form, by, { "X-Forwarded-For": ip });

  async function statuses(
    times: number,
    act: (n: number) => Promise<Response>,
  ): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (let n = 0; n < times; n++) {
      const { status } = await act(n);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  for (const path of [
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/introspect",
    "/oauth/device/code",
    "/oauth/par",
  ])
    it(`reject the 61st request of an address within a minute without an authenticated client: ${path}`, async () => {
      const ip = freshIp();
      expect(await statuses(60, () => send(path, ip))).to.deep.equal({ 401: 60 });
      const { status, body, headers } = await send(path, ip);
      expect({ status, error: body.error }).to.deep.equal({ status: 429, error: "temporarily_unavailable" });
      expect(Number(headers["retry-after"])).to.be.within(1, 60);
      expect(headers["ratelimit-policy"]).to.match(/^"oauth-[a-z]+-ip"; q=60; w=60$/);
      expect((await send(path, freshIp())).status).to.equal(401);
      world.advance(MINUTE);
      expect((await send(path, ip)).status).to.equal(401);
    });

  it("count each endpoint separately", async () => {
    const ip = freshIp();
    await statuses(61, () => send("/oauth/token", ip));
    expect((await send("/oauth/revoke", ip)).status).to.equal(401);
  });

  it("H29: count an IPv6 /56 as one address, and a mapped IPv4 address as IPv4", async () => {
    // half of the fourth group is within the limit of the network
    await statuses(60, (n) => send("/oauth/token", `2001:db8:1:2${(n % 16).toString(16)}0::${n}`));
    expect((await send("/oauth/token", "2001:db8:1:2ff:1::9")).status).to.equal(429);
    expect((await send("/oauth/token", "2001:db8:1:300::1")).status).to.equal(401);
    await statuses(60, () => send("/oauth/token", "203.0.113.9"));
    expect((await send("/oauth/token", "::ffff:203.0.113.9")).status).to.equal(429);
    expect((await send("/oauth/token", "::ffff:203.0.113.10")).status).to.equal(401);
  });

  it("are higher for a client with a secret", async () => {
    const [ip, made] = [freshIp(), credentialsOf(await makeClient(world))];
    expect(await statuses(130, () => send("/oauth/token", ip, made))).to.deep.equal({ 200: 130 });
    expect(await statuses(61, () => send("/oauth/token", ip))).to.deep.equal({ 401: 60, 429: 1 });
  });

  it("reject the 601st request of a client within a minute, from any address, but not other clients'", async () => {
    const [made, other] = [credentialsOf(await makeClient(world)), credentialsOf(await makeClient(world))];
    const revoke = () => send("/oauth/revoke", freshIp(), made);
    for (let n = 0; n < 6; n++)
      for (const { status } of await Promise.all(Array.from({ length: 100 }, revoke)))
        expect(status).to.equal(200);
    const { status, body, headers } = await revoke();
    expect({ status, error: body.error }).to.deep.equal({ status: 429, error: "temporarily_unavailable" });
    expect(Number(headers["retry-after"])).to.be.within(1, 60);
    expect((await send("/oauth/revoke", freshIp(), other)).status).to.equal(200);
    expect((await send("/oauth/token", freshIp(), made)).status).to.equal(200);
    world.advance(MINUTE);
    expect((await revoke()).status).to.equal(200);
  });

  it("count a public client's requests by address, because anyone can use its id", async () => {
    const made = await makeClient(world, { type: "public" });
    const { refresh } = await makeGrant(world, { user: await world.make.user(), client: made.client });
    const ip = freshIp();
    const revoke = () =>
      send("/oauth/token", ip, credentialsOf(made), { grant_type: "refresh_token", refresh_token: "x" });
    expect(await statuses(60, revoke)).to.deep.equal({ 400: 60 });
    expect((await send("/oauth/token", ip, credentialsOf(made), renewal(refresh))).status).to.equal(429);
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 1, refresh: 1 });
  });

  it("apply to wrong secrets, even when the last one is right", async () => {
    const { client, secret } = await makeClient(world);
    const ip = freshIp();
    await statuses(60, () => send("/oauth/token", ip, { id: client.id, secret: "wrong" }));
    expect((await send("/oauth/token", ip, { id: client.id, secret })).status).to.equal(429);
  });

  it("count malformed requests too", async () => {
    const ip = freshIp();
    await statuses(60, () => send("/oauth/token", ip, undefined, { a: "x".repeat(17_000) }));
    expect((await send("/oauth/token", ip)).status).to.equal(429);
  });
});
