import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, HOUR, now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { ACCESS_TOKEN, generateToken } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, issueCode, issueDeviceCodes, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, makeClientToken, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

describe("POST /oauth/introspect", () => {
  const world = useWorld();
  let user: User;
  let mine: RegisteredClient;
  let all: RegisteredClient;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    mine = await makeClient(world);
    all = await makeClient(world, { may_introspect: true });
  });
  const api = () => new OAuthApi(world.server);
  const ask = (token: string, made = mine, more: Record<string, string> = {}): Promise<Response> =>
    api().post("/oauth/introspect", { token, ...more }, credentialsOf(made));
  const grant = (made = mine) => makeGrant(world, { user, client: made.client });
  const seconds = (time: number): number => Math.floor(time / SECOND);

  async function says(token: string, facts: object, made = mine): Promise<void> {
    const { status, body } = await ask(token, made);
    expect({ status, body }).to.deep.equal({ status: 200, body: facts });
  }
  /** The response doesn't give the reason. */
  async function isInactive(token: string, ...by: RegisteredClient[]): Promise<void> {
    for (const made of by) await says(token, { active: false }, made);
  }
  const factsOf = (lifetime: number, more: object = {}): object => ({
    active: true,
    iss: world.services.config.env.APP_URL.origin,
    exp: seconds(now() + lifetime),
    iat: seconds(now()),
    ...more,
  });
  const ofGrant = (lifetime: number, more: object = {}) =>
    factsOf(lifetime, { scope: "users.read", client_id: mine.client.id, sub: user.id, ...more });

  it("describes the client's own tokens", async () => {
    const { access, refresh } = await grant();
    await says(access, ofGrant(HOUR, { token_type: "Bearer" }));
    await says(refresh, ofGrant(14 * DAY));
  });

  it("describes a client's own token, without an account and possibly without scopes", async () => {
    const token = await makeClientToken(world, { client: mine.client });
    await says(token, factsOf(HOUR, { client_id: mine.client.id, token_type: "Bearer" }));
  });

  it("describes to a resource server the access tokens for its resources, and its own", async () => {
    const own = `${world.services.config.env.APP_URL.origin}/api/v1`;
    const [files, printer] = ["https://files.example.test", "https://printer.example.test"];
    const server = (...introspection_resources: string[]) =>
      makeClient(world, {
        may_introspect: true,
        options: { ...DEFAULT_OPTIONS, introspection_resources },
      });
    const tokenFor = async (...resources: string[]) => {
      const { access, refresh, familyId } = await grant();
      for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"])
        await world.services
          .knex(table)
          .where({ family_id: familyId })
          .update({ resources: resources.length === 0 ? null : JSON.stringify(resources) });
      return { access, refresh };
    };
    const [forFiles, forBoth, forApi] = [
      await tokenFor(files),
      await tokenFor(files, printer),
      await tokenFor(),
    ];
    const reads = async (made: RegisteredClient, token: string) => (await ask(token, made)).body.active;
    for (const [made, readable] of [
      [await server(files), [true, true, false]],
      [await server(printer), [false, true, false]],
      [await server(own), [false, false, true]],
      [await server(files, own), [true, true, true]],
      [await server("https://other.example.test"), [false, false, false]],
    ] as const) {
      for (const [index, { access, refresh }] of [forFiles, forBoth, forApi].entries()) {
        expect(await reads(made, access)).to.equal(readable[index]);
        expect(await reads(made, refresh)).to.equal(false);
      }
      expect(await reads(made, await world.make.token(user))).to.equal(false);
      expect(await reads(made, (await grant(made)).refresh)).to.equal(true);
    }
  });

  it("names the user by the email address where the token may know it", async () => {
    for (const [scopes, username] of [
      [["email", "openid"], user.email],
      [["openid", "profile"], undefined],
      [["users.read"], undefined],
    ] as const) {
      const { access } = await makeGrant(world, { user, client: mine.client, scopes });
      expect((await ask(access)).body.username, scopes.join(" ")).to.equal(username);
    }
  });

  it("describes every token to a client with the right, including personal ones", async () => {
    const { access, refresh } = await grant();
    await says(access, ofGrant(HOUR, { token_type: "Bearer" }), all);
    await says(refresh, ofGrant(14 * DAY), all);
    const token = await world.make.token(user, { scopes: ["files.read"] });
    const facts = { scope: "files.read", sub: user.id, token_type: "Bearer" };
    await says(token, factsOf(DAY, facts), all);
  });

  it("describes a token with any hint", async () => {
    const { access } = await grant();
    for (const token_type_hint of ["refresh_token", "nonsense"])
      expect((await ask(access, mine, { token_type_hint })).body.active).to.equal(true);
  });

  it("reports other clients' and personal tokens as inactive without that right", async () => {
    const other = await makeClient(world);
    const { access, refresh } = await grant();
    const own = await makeClientToken(world, { client: mine.client });
    for (const token of [access, refresh, own]) await isInactive(token, other);
    await isInactive(await world.make.token(user), mine, other);
  });

  it("M07: reports a token as inactive from the moment it expires", async () => {
    const { access, refresh } = await grant();
    world.advance(HOUR - 1);
    expect((await ask(access)).body.active).to.equal(true);
    world.advance(1);
    await isInactive(access, mine, all);
    world.advance(14 * DAY - HOUR - 1);
    expect((await ask(refresh)).body.active).to.equal(true);
    world.advance(1);
    await isInactive(refresh, mine, all);
  });

  it("reports a revoked or rotated token as inactive", async () => {
    const { access, refresh } = await grant();
    const { body } = await api().token(renewal(refresh), credentialsOf(mine));
    await isInactive(refresh, mine, all);
    expect((await ask(access)).body.active).to.equal(true);
    await api().post("/oauth/revoke", { token: body.refresh_token as string }, credentialsOf(mine));
    for (const token of [access, body.access_token, body.refresh_token] as string[])
      await isInactive(token, mine, all);
    const personal = await world.make.token(user);
    await world.services.knex("personal_access_tokens").update({ revoked_at: now() });
    await isInactive(personal, all);
  });

  for (const [name, columns] of [
    ["deleted", { deleted_at: 1 }],
    ["banned", { status: "banned" }],
    ["inactive", { status: " Inactive " }],
  ] as const)
    it(`reports a token as inactive when its account is ${name}, even if it wasn't revoked`, async () => {
      const { access, refresh } = await grant();
      const personal = await world.make.token(user);
      await world.services.knex("users").where({ id: user.id }).update(columns);
      for (const token of [access, refresh, personal]) await isInactive(token, mine, all);
    });

  it("reports anything else as inactive: codes, secrets, mistyped and unknown values", async () => {
    const { code } = await issueCode(world.services, { user, client: mine.client });
    const { deviceCode, userCode } = await issueDeviceCodes(world.services, mine);
    const { access } = await grant();
    const wrong = [code, deviceCode, userCode, mine.secret, `${access}x`, access.toUpperCase(), user.id];
    for (const token of [...wrong, generateToken(ACCESS_TOKEN), "é😀", "\0", "' or ''='", "__proto__"])
      await isInactive(token, mine, all);
  });

  it("doesn't change the token's last use", async () => {
    const { access } = await grant();
    await ask(access);
    expect(await world.services.knex("oauth_access_tokens").first()).to.include({ last_used_at: null });
  });

  it("rejects a request without a token", async () => {
    for (const form of [{}, { token: "" }] as Record<string, string>[]) {
      const { status, body } = await api().post("/oauth/introspect", form, credentialsOf(mine));
      expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_request" });
    }
  });
});

describe("POST /oauth/introspect while denied statuses are not enforced", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("reports the same as the API: the token is active", async () => {
    const [user, made] = [await world.make.user(), await makeClient(world)];
    const { access } = await makeGrant(world, { user, client: made.client });
    await world.services.knex("users").update({ status: "banned" });
    await world.api.as(access).get("/auth/me").expect(200);
    const { body } = await new OAuthApi(world.server).post(
      "/oauth/introspect",
      { token: access },
      credentialsOf(made),
    );
    expect(body).to.include({ active: true, sub: user.id });
  });
});
