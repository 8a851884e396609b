import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE, SECOND } from "../../src/lib/clock.js";
import { AUTHORIZATION_CODE, generateToken } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import {
  CALLBACK,
  credentialsOf,
  challengeOf,
  issueCode,
  countActiveTokens,
  newVerifier,
  redemption,
  renewal,
  type IssuedCode,
} from "../support/oauth/oauth-grants.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";

describe("POST /oauth/token with a code", () => {
  const world = useWorld();
  let user: User;
  let mine: RegisteredClient;
  beforeEach(async () => {
    user = await world.make.user();
    mine = await makeClient(world);
  });
  const ask = (form: Record<string, string>, made = mine): Promise<Response> =>
    new OAuthApi(world.server).token(form, credentialsOf(made));
  const give = (options: Partial<Parameters<typeof issueCode>[1]> = {}): Promise<IssuedCode> =>
    issueCode(world.services, { user, client: mine.client, ...options });
  const active = () => countActiveTokens(world.services);
  const opens = async (token: string, status = 200): Promise<void> =>
    void (await world.api.as(token).get("/auth/me").expect(status));

  async function isRejected(pending: Promise<Response>, error = "invalid_grant"): Promise<void> {
    const { status, body } = await pending;
    expect({ status, error: body.error }).to.deep.equal({ status: 400, error });
  }

  /** Checks that the rejection issued nothing and that the code still works for its client. */
  async function changesNothing(given: IssuedCode, form: Record<string, string>, by = mine): Promise<void> {
    await isRejected(ask(form, by));
    expect(await active()).to.deep.equal({ access: 0, refresh: 0 });
    expect((await ask(redemption(given))).status).to.equal(200);
  }

  it("returns an access token for the API and a refresh token", async () => {
    const { status, body } = await ask(redemption(await give()));
    expect(status).to.equal(200);
    expect(body).to.have.all.keys("access_token", "token_type", "expires_in", "refresh_token", "scope");
    expect(body).to.include({ token_type: "Bearer", scope: "users.read" });
    expect(body.access_token).to.match(/^adk_at_[0-9A-Za-z]{49}$/);
    expect(body.refresh_token).to.match(/^adk_rt_[0-9A-Za-z]{49}$/);
    expect(body.expires_in).to.equal(3600);
    const { body: me } = await world.api.as(body.access_token).get("/auth/me").expect(200);
    expect(me.data.id).to.equal(user.id);
    await opens(body.refresh_token, 401);
  });

  it("returns no refresh token to a client without that grant type", async () => {
    const made = await makeClient(world, { grant_types: ["authorization_code"] });
    const { body } = await ask(redemption(await give({ client: made.client })), made);
    expect(body).to.have.property("access_token");
    expect(body).not.to.have.property("refresh_token");
    expect(await active()).to.deep.equal({ access: 1, refresh: 0 });
  });

  it("accepts a public client with only the verifier", async () => {
    const made = await makeClient(world, { type: "public" });
    const { body } = await ask(redemption(await give({ client: made.client })), made);
    await opens(body.access_token);
    expect((await ask(renewal(body.refresh_token), made)).status).to.equal(200);
  });

  it("accepts the registered redirect URI or none when the authorization request had none", async () => {
    for (const redirect_uri of ["", CALLBACK])
      expect((await ask(redemption(await give({ redirectUri: "" }), { redirect_uri }))).status).to.equal(200);
    await isRejected(
      ask(redemption(await give({ redirectUri: "" }), { redirect_uri: "https://evil.example.test/" })),
    );
  });

  it("accepts verifiers of 43 to 128 characters of every allowed kind", async () => {
    for (const verifier of ["a".repeat(43), `-._~${"Z9".repeat(62)}`])
      expect((await ask(redemption(await give({ verifier })))).status).to.equal(200);
  });

  it("M07: accepts a code for exactly one minute", async () => {
    world.freezeTime();
    const [one, two] = [await give(), await give()];
    world.advance(MINUTE - 1);
    expect((await ask(redemption(one))).status).to.equal(200);
    world.advance(1);
    await isRejected(ask(redemption(two)));
    expect(await active()).to.deep.equal({ access: 1, refresh: 1 });
  });

  describe("that was redeemed before", () => {
    const redeemed = async () => {
      const given = await give();
      return { given, tokens: (await ask(redemption(given))).body };
    };

    it("H07: revokes the issued tokens and their successors, and nothing else", async () => {
      const { given, tokens } = await redeemed();
      const { tokens: others } = await redeemed();
      const { body: renewed } = await ask(renewal(tokens.refresh_token));
      await isRejected(ask(redemption(given)));
      for (const token of [tokens.access_token, renewed.access_token]) await opens(token, 401);
      await isRejected(ask(renewal(renewed.refresh_token)));
      await opens(others.access_token);
      expect((await ask(renewal(others.refresh_token))).status).to.equal(200);
      const recorded = await world.services
        .knex("activity_log")
        .where({ event: "authorization_code_replayed" });
      expect(recorded).to.have.length(1);
      expect(recorded[0]).to.include({ subject_type: "user", subject_id: user.id });
      expect(JSON.parse(recorded[0].changes)).to.deep.equal({
        client_id: mine.client.id,
        oauth_access_tokens: 2,
        oauth_refresh_tokens: 2,
      });
    });

    it("H07: revokes them even after the code has expired", async () => {
      world.freezeTime();
      const { given, tokens } = await redeemed();
      world.advance(30 * MINUTE);
      await isRejected(ask(redemption(given)));
      await opens(tokens.access_token, 401);
      await isRejected(ask(redemption(given)));
    });

    it("H07: changes nothing without valid credentials of its client", async () => {
      const { given, tokens } = await redeemed();
      const [other, anyone] = [await makeClient(world), await makeClient(world, { type: "public" })];
      const attempts: [Record<string, string>, RegisteredClient][] = [
        [redemption(given, { code_verifier: newVerifier() }), mine],
        [redemption(given, { code_verifier: "" }), mine],
        [redemption(given, { code_verifier: challengeOf(given.verifier) }), mine],
        [redemption(given, { redirect_uri: "https://evil.example.test/" }), mine],
        [redemption(given), other],
        [redemption(given), anyone],
      ];
      for (const [form, made] of attempts) await isRejected(ask(form, made));
      expect(await active()).to.deep.equal({ access: 1, refresh: 1 });
      await opens(tokens.access_token);
      expect(await world.services.knex("activity_log").where({ event: "authorization_code_replayed" })).to.be
        .empty;
    });
  });

  describe("is rejected without consuming the code", () => {
    for (const [name, verifier] of [
      ["none", ""],
      ["a wrong one", newVerifier()],
      ["one with a trailing space", "right "],
      ["one in upper case", "RIGHT"],
    ] as const)
      it(`C16: with ${name} as the verifier`, async () => {
        const given = await give({ verifier: `abcdefghijklmnopqrstuvwxyz${"x".repeat(20)}` });
        const sent =
          verifier === "RIGHT" ? given.verifier.toUpperCase() : verifier.replace("right", given.verifier);
        await changesNothing(given, redemption(given, { code_verifier: sent }));
      });

    it("C16: with the challenge itself, as in the method plain", async () => {
      const given = await give();
      await changesNothing(given, redemption(given, { code_verifier: challengeOf(given.verifier) }));
      const verifier = newVerifier();
      const plain = await give({ verifier, codeChallenge: verifier });
      await isRejected(ask(redemption(plain)));
      await isRejected(ask(redemption(plain, { code_challenge_method: "plain" })));
    });

    it("C16: with a verifier of invalid length or characters, even if its hash matches", async () => {
      for (const verifier of ["a".repeat(42), "a".repeat(129), `${"a".repeat(43)}+`, `${"a".repeat(43)}é`])
        await isRejected(ask(redemption(await give({ verifier }))));
      expect(await active()).to.deep.equal({ access: 0, refresh: 0 });
    });

    for (const redirect_uri of [
      "",
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      `${CALLBACK}#`,
      ` ${CALLBACK}`,
      CALLBACK.toUpperCase(),
      "https://client.example.test/other",
      "http://client.example.test/callback",
      "https://client.example.test.evil.test/callback",
      "javascript:alert(1)",
    ])
      it(`C15: with the redirect URI ${JSON.stringify(redirect_uri)}`, async () => {
        await world.services.knex("oauth_clients").update({
          redirect_uris: JSON.stringify([CALLBACK, "https://client.example.test/other"]),
        });
        const given = await give();
        await changesNothing(given, redemption(given, { redirect_uri }));
      });

    it("when the code belongs to another client, for either client", async () => {
      const other = await makeClient(world);
      const given = await give();
      await changesNothing(given, redemption(given), other);
      await isRejected(ask(redemption(await give({ client: other.client }))));
    });

    it("while the account isn't active", async () => {
      for (const status of ["inactive", "banned", "on holiday"]) {
        const given = await give();
        await world.services.knex("users").update({ status });
        await isRejected(ask(redemption(given)));
        await world.services.knex("users").update({ status: "active" });
        expect((await ask(redemption(given))).status).to.equal(200);
      }
    });
  });

  it("is rejected when the account is deleted", async () => {
    const given = await give();
    await world.services.knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
    await isRejected(ask(redemption(given)));
  });

  it("is rejected without a query when the code is mistyped", async () => {
    const { code, verifier } = await give();
    for (const wrong of [
      `${code}x`,
      code.slice(0, -1),
      code.toUpperCase(),
      code.replace("adk_ac_", "adk_rt_"),
      "é",
    ]) {
      const sql = await queriesDuring(world.services.knex, () =>
        ask(redemption({ code: wrong, verifier })).then(({ status }) => expect(status).to.equal(400)),
      );
      expect(sql.filter((one) => one.includes("oauth_authorization_codes"))).to.be.empty;
    }
    await isRejected(ask(redemption({ code: generateToken(AUTHORIZATION_CODE), verifier })));
    await isRejected(ask({ grant_type: "authorization_code", code_verifier: verifier }), "invalid_request");
  });
});

describe("POST /oauth/token with client credentials", () => {
  const world = useWorld();
  const ask = (made: RegisteredClient, form: Record<string, string> = {}): Promise<Response> =>
    new OAuthApi(world.server).token({ grant_type: "client_credentials", ...form }, credentialsOf(made));

  it("returns an access token without an account and without a refresh token", async () => {
    const made = await makeClient(world);
    const { body } = await ask(made, { scope: "users.read" });
    expect(body).to.have.all.keys("access_token", "token_type", "expires_in", "scope");
    const row = await world.services.knex("oauth_access_tokens").first();
    expect(row).to.include({ client_id: made.client.id, user_id: null, scopes: '["users.read"]' });
    await world.api.as(body.access_token).get("/auth/me").expect(401);
  });

  it("M07: returns a token with the lifetime of access tokens", async () => {
    world.freezeTime();
    const { body } = await ask(await makeClient(world, { may_introspect: true }));
    expect(body.expires_in).to.equal(3600);
    world.advance(60 * MINUTE - SECOND);
    expect(await countActiveTokens(world.services)).to.include({ access: 1 });
    world.advance(SECOND);
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
  });

  it("is rejected for a client without that grant type, and for a public client that has it", async () => {
    const grants = ["client_credentials", "refresh_token"];
    for (const made of [
      await makeClient(world, { grant_types: ["authorization_code"] }),
      await makeClient(world, { type: "public" }),
      await makeClient(world, { type: "public", grant_types: grants }),
    ]) {
      const { status, body } = await ask(made);
      expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "unauthorized_client" });
    }
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
  });
});
