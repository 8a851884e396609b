import { expect } from "chai";
import type { Response } from "supertest";
import { ACCESS_TOKEN, generateToken, REFRESH_TOKEN } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  issueCode,
  countActiveTokens,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeClientToken, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

describe("POST /oauth/revoke", () => {
  const world = useWorld();
  let user: User;
  let mine: RegisteredClient;
  beforeEach(async () => {
    user = await world.make.user();
    mine = await makeClient(world);
  });
  const api = () => new OAuthApi(world.server);
  const revoke = (token: string, more: Record<string, string> = {}, made = mine): Promise<Response> =>
    api().post("/oauth/revoke", { token, ...more }, credentialsOf(made));
  const grant = (made = mine) => makeGrant(world, { user, client: made.client });
  const opens = async (token: string, status: number): Promise<void> =>
    void (await world.api.as(token).get("/auth/me").expect(status));
  const records = () => world.services.knex("activity_log").where({ event: "token_revoked" });
  async function isDone(pending: Promise<Response>): Promise<void> {
    const { status, body } = await pending;
    expect({ status, body }).to.deep.equal({ status: 200, body: {} });
  }

  it("M04: revokes only the given access token", async () => {
    const { access, refresh } = await grant();
    const { access: other } = await grant();
    await isDone(revoke(access));
    await opens(access, 401);
    await opens(other, 200);
    expect((await api().token(renewal(refresh), credentialsOf(mine))).status).to.equal(200);
  });

  it("M04: revokes a refresh token with its access tokens, but no other grant", async () => {
    const { access, refresh } = await grant();
    const [another, foreign] = [await grant(), await grant(await makeClient(world))];
    const { body } = await api().token(renewal(refresh), credentialsOf(mine));
    await isDone(revoke(body.refresh_token as string));
    for (const token of [access, body.access_token as string]) await opens(token, 401);
    for (const { access: token } of [another, foreign]) await opens(token, 200);
    expect((await api().token(renewal(body.refresh_token as string), credentialsOf(mine))).status).to.equal(
      400,
    );
  });

  it("M04: revokes the successors of a rotated refresh token", async () => {
    const { access, refresh } = await grant();
    const { body } = await api().token(renewal(refresh), credentialsOf(mine));
    await isDone(revoke(refresh));
    for (const token of [access, body.access_token as string]) await opens(token, 401);
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 0, refresh: 0 });
  });

  it("M04: succeeds for a revoked and for an unknown token", async () => {
    const { refresh } = await grant();
    await isDone(revoke(refresh));
    await isDone(revoke(refresh));
    const unknown = [ACCESS_TOKEN, REFRESH_TOKEN, ""].map(generateToken);
    for (const token of [...unknown, "x", "é", "' or 1=1", "a".repeat(5000)]) await isDone(revoke(token));
    expect(await records()).to.have.length(1);
  });

  it("M04: finds the token with any hint", async () => {
    for (const token_type_hint of ["access_token", "refresh_token", "nonsense", "__proto__"])
      for (const kind of ["access", "refresh"] as const) {
        const tokens = await grant();
        await isDone(revoke(tokens[kind], { token_type_hint }));
        await opens(tokens.access, 401);
      }
  });

  it("revokes a client's own token, and one of a deleted account", async () => {
    const token = await makeClientToken(world, { client: mine.client });
    await isDone(revoke(token));
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
    const { refresh } = await grant();
    await world.services.knex("users").where({ id: user.id }).update({ deleted_at: 1 });
    await isDone(revoke(refresh));
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 0, refresh: 0 });
  });

  it("lets a public client revoke its own tokens", async () => {
    const made = await makeClient(world, { type: "public" });
    const { access, refresh } = await grant(made);
    await isDone(revoke(refresh, {}, made));
    await opens(access, 401);
  });

  it("is recorded once, with the account and the number of revoked tokens", async () => {
    const { refresh } = await grant();
    await revoke(refresh);
    const [record] = (await records()) as [{ changes: string; subject_id: string }];
    expect(record.subject_id).to.equal(mine.client.id);
    const changes = { user_id: user.id, oauth_access_tokens: 1, oauth_refresh_tokens: 1 };
    expect(JSON.parse(record.changes)).to.deep.equal(changes);
  });

  it("M04: rejects another client's token, which stays valid", async () => {
    const [thief, anyone] = [await makeClient(world), await makeClient(world, { type: "public" })];
    const { access, refresh } = await grant();
    const own = await makeClientToken(world, { client: mine.client });
    for (const made of [thief, anyone])
      for (const token of [access, refresh, own]) {
        const { status, body } = await revoke(token, {}, made);
        expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_grant" });
      }
    await opens(access, 200);
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 2, refresh: 1 });
    expect(await records()).to.be.empty;
  });

  it("doesn't affect personal access tokens and codes", async () => {
    const token = await world.make.token(user);
    const given = await issueCode(world.services, { user, client: mine.client });
    for (const value of [token, given.code]) await isDone(revoke(value));
    await opens(token, 200);
    expect((await api().token(redemption(given), credentialsOf(mine))).status).to.equal(200);
  });

  it("rejects a request without a token", async () => {
    for (const form of [{}, { token: "" }] as Record<string, string>[]) {
      const { status, body } = await api().post("/oauth/revoke", form, credentialsOf(mine));
      expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_request" });
    }
  });
});
