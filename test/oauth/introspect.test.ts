import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, HOUR, now, SECOND } from "../../src/lib/clock.js";
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
  const api = () => new OAuthApi(world.app.express);
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

  it("tells a client what it may know of its own tokens", async () => {
    const { access, refresh } = await grant();
    await says(access, ofGrant(HOUR, { token_type: "Bearer" }));
    await says(refresh, ofGrant(14 * DAY));
  });

  it("tells of a client's token for itself, which has no account and may have no scope", async () => {
    const token = await makeClientToken(world, { client: mine.client });
    await says(token, factsOf(HOUR, { client_id: mine.client.id, token_type: "Bearer" }));
  });

  it("tells a client with that right of every token, personal ones included", async () => {
    const { access, refresh } = await grant();
    await says(access, ofGrant(HOUR, { token_type: "Bearer" }), all);
    await says(refresh, ofGrant(14 * DAY), all);
    const token = await world.make.token(user, { scopes: ["files.read"] });
    const facts = { scope: "files.read", sub: user.id, token_type: "Bearer" };
    await says(token, factsOf(DAY, facts), all);
  });

  it("tells it of a token whatever the hint says", async () => {
    const { access } = await grant();
    for (const token_type_hint of ["refresh_token", "nonsense"])
      expect((await ask(access, mine, { token_type_hint })).body.active).to.equal(true);
  });

  it("tells nothing of another client's tokens and of personal ones without that right", async () => {
    const other = await makeClient(world);
    const { access, refresh } = await grant();
    const own = await makeClientToken(world, { client: mine.client });
    for (const token of [access, refresh, own]) await isInactive(token, other);
    await isInactive(await world.make.token(user), mine, other);
  });

  it("M07: tells nothing from the moment a token expires", async () => {
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

  it("tells nothing of a token that was revoked, or exchanged for another", async () => {
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
    it(`tells nothing of a token whose account is ${name}, even where it was not revoked`, async () => {
      const { access, refresh } = await grant();
      const personal = await world.make.token(user);
      await world.services.knex("users").where({ id: user.id }).update(columns);
      for (const token of [access, refresh, personal]) await isInactive(token, mine, all);
    });

  it("tells nothing of what is no token of this service: codes, secrets, mistyped, unknown", async () => {
    const { code } = await issueCode(world.services, { user, client: mine.client });
    const { deviceCode, userCode } = await issueDeviceCodes(world.services, mine);
    const { access } = await grant();
    const wrong = [code, deviceCode, userCode, mine.secret, `${access}x`, access.toUpperCase(), user.id];
    for (const token of [...wrong, generateToken(ACCESS_TOKEN), "é😀", "\0", "' or ''='", "__proto__"])
      await isInactive(token, mine, all);
  });

  it("leaves the last use of a token as it was", async () => {
    const { access } = await grant();
    await ask(access);
    expect(await world.services.knex("oauth_access_tokens").first()).to.include({ last_used_at: null });
  });

  it("is refused without a token", async () => {
    for (const form of [{}, { token: "" }] as Record<string, string>[]) {
      const { status, body } = await api().post("/oauth/introspect", form, credentialsOf(mine));
      expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_request" });
    }
  });
});

describe("POST /oauth/introspect while denied statuses are not enforced", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("says of a token what the API says: that it opens", async () => {
    const [user, made] = [await world.make.user(), await makeClient(world)];
    const { access } = await makeGrant(world, { user, client: made.client });
    await world.services.knex("users").update({ status: "banned" });
    await world.api.as(access).get("/auth/me").expect(200);
    const { body } = await new OAuthApi(world.app.express).post(
      "/oauth/introspect",
      { token: access },
      credentialsOf(made),
    );
    expect(body).to.include({ active: true, sub: user.id });
  });
});
