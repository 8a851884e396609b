import { expect } from "chai";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import supertest from "supertest";
import { deliverLogoutNotices, type PostForm } from "../../src/domain/oauth/openid/logout-notices.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const ADDRESS = "https://client.example.test/signed-out";

describe("Back-channel logout", () => {
  const { world, rp } = useRelyingParty();
  let received: { address: string; token: string }[];
  let isDown = false;
  beforeEach(async () => {
    [received, isDown] = [[], false];
    const options = { ...DEFAULT_OPTIONS, backchannel_logout_uri: ADDRESS };
    const { id } = rp.made.client;
    await world.services
      .knex("oauth_clients")
      .where({ id })
      .update({ options: JSON.stringify(options) });
  });

  const post: PostForm = (address, { logout_token: token }) => {
    if (isDown) return Promise.reject(new Error("connection refused"));
    received.push({ address: address.href, token: token! });
    return Promise.resolve("");
  };
  const deliver = (): Promise<number> => deliverLogoutNotices(world.services, post);

  async function payloadOf(token: string) {
    const { body } = await supertest(world.server).get("/oauth/jwks");
    const { payload } = await jwtVerify(token, createLocalJWKSet(body), {
      issuer: world.services.config.env.APP_URL.origin,
      audience: rp.made.client.id,
      typ: "logout+jwt",
      currentDate: new Date(now()),
    });
    return payload;
  }

  it("tells the client about the session that the user has ended, once", async () => {
    const { id_token } = await rp.signIn();
    expect(await deliver()).to.equal(0);
    await rp.visitor.submit("/logout", {});
    expect(await deliver()).to.equal(1);
    expect(await deliver()).to.equal(0);
    const [{ address, token }] = received as [{ address: string; token: string }];
    expect(address).to.equal(ADDRESS);
    expect(decodeProtectedHeader(token).alg).to.equal("RS256");
    const { sid, sub } = await rp.claims(id_token);
    const payload = await payloadOf(token);
    expect(payload).to.include({ sid, sub });
    expect(payload["events"]).to.deep.equal({ "http://schemas.openid.net/event/backchannel-logout": {} });
    expect(payload).to.not.have.property("nonce");
    expect([typeof payload.jti, payload.exp! - payload.iat!]).to.deep.equal(["string", 120]);
  });

  it("tells it after a ban, a password reset, the end of other sessions, and the end by age", async () => {
    const ends: (() => Promise<unknown>)[] = [
      async () => {
        const { api } = await administrator();
        await api.put(`/users/${rp.user.id}/status`, { status: "banned" }).expect(200);
      },
      async () => {
        const api = world.api.as(await world.make.token(rp.user));
        await api.delete("/auth/me/sessions").expect(200);
      },
      async () => {
        world.advance(40 * DAY);
        await prune(world.services);
      },
    ];
    for (const end of ends) {
      await rp.begin({ options: { ...DEFAULT_OPTIONS, backchannel_logout_uri: ADDRESS } });
      await rp.signIn();
      await end();
      received = [];
      expect(await deliver(), end.toString()).to.equal(1);
    }
  });

  it("tries again for a day while the client can't be reached", async () => {
    await rp.signIn();
    await rp.visitor.submit("/logout", {});
    const { trace_id } = world.logs.findLast(({ method }) => method === "POST")!;
    isDown = true;
    expect(await deliver()).to.equal(0);
    expect(world.logs.at(-1)).to.include({ level: "warn", trace_id, client_id: rp.made.client.id });
    world.advance(5 * SECOND);
    isDown = false;
    expect(await deliver()).to.equal(0);
    world.advance(6 * SECOND);
    expect(await deliver()).to.equal(1);
  });

  it("gives up after a day", async () => {
    await rp.signIn();
    await rp.visitor.submit("/logout", {});
    isDown = true;
    await deliver();
    world.advance(DAY + HOUR);
    await deliver();
    isDown = false;
    world.advance(DAY);
    expect(await deliver()).to.equal(0);
    expect(world.logs.some(({ client_id: id }) => id === rp.made.client.id)).to.equal(true);
  });

  it("sends each notice once when two processes deliver, and again when one is killed", async () => {
    await rp.signIn();
    await rp.visitor.submit("/logout", {});
    const sent = await Promise.all([deliver(), deliver()]);
    expect(sent.sort()).to.deep.equal([0, 1]);
    await rp.begin({ options: { ...DEFAULT_OPTIONS, backchannel_logout_uri: ADDRESS } });
    await rp.signIn();
    await rp.visitor.submit("/logout", {});
    await new Promise<void>((begun) => {
      const lost: PostForm = () => {
        begun();
        return new Promise(() => undefined);
      };
      void deliverLogoutNotices(world.services, lost);
    });
    world.advance(2 * MINUTE);
    expect(await deliver()).to.equal(1);
  });

  it("isn't sent to a client without an address, or a deleted one", async () => {
    await rp.signIn();
    await world.services.knex("oauth_clients").update({ revoked_at: 1 });
    await rp.visitor.submit("/logout", {});
    expect(await deliver()).to.equal(0);
    await rp.begin();
    await rp.signIn();
    await rp.visitor.submit("/logout", {});
    expect(await deliver()).to.equal(0);
    expect(received).to.deep.equal([]);
  });

  const administrator = async () => {
    const user = await world.make.user({ role: "system_admin" });
    return { api: world.api.as(await world.make.token(user)) };
  };
});
