import { createHash } from "node:crypto";
import { expect } from "chai";
import { UnsecuredJWT } from "jose";
import supertest from "supertest";
import { SECOND } from "../../../src/lib/clock.js";
import { freshIp } from "../app/client.js";
import { CHALLENGE, VERIFIER, type Query } from "./authorization-request.js";
import { CALLBACK, credentialsOf, renewal } from "./oauth-grants.js";
import { makeClient } from "./oauth.js";
import { useSuiteClient, type ResponseMode } from "./suite-client.js";

const CONSENT = "/oauth/authorize";

/**
 * The modules of the conformance suite for the Basic profile, which the Form Post profile repeats with another response mode.
 * Three modules register clients with options that only administrators can give: oidcc-idtoken-signature,
 * oidcc-idtoken-unsigned and oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported. The suite leaves
 * them out for static clients.
 */
export function describeBasicProfile(mode: ResponseMode): void {
  const { world, client } = useSuiteClient(mode);

  it("oidcc-server: signs the user in, with a nonce and the hash of the access token", async () => {
    const { claims, access_token, ...rest } = await client.run({ nonce: "n-1" });
    expect(rest).to.deep.include({ token_type: "Bearer", expires_in: 3600 });
    const at_hash = createHash("sha256").update(access_token).digest().subarray(0, 16).toString("base64url");
    expect(claims).to.include({ sub: client.user.id, nonce: "n-1", at_hash }).and.not.have.property("name");
    expect(client.seen).to.deep.equal(["/login", CONSENT]);
  });

  it("oidcc-server-client-secret-post: the secret can be in the form", async () => {
    const { code } = await client.authorize();
    const { id, secret } = credentialsOf(client.made);
    const form = { grant_type: "authorization_code", code: code!, redirect_uri: CALLBACK, client_id: id };
    const { status, body } = await client.endpoint().token({ ...form, client_secret: secret! });
    expect([status, typeof body.id_token]).to.deep.equal([200, "string"]);
  });

  it("oidcc-response-type-missing: is an error for the client", async () => {
    const { error, state } = await client.authorize({ response_type: undefined });
    expect([error, state]).to.deep.equal(["invalid_request", "xyz"]);
  });

  const WAYS: Record<string, (request: supertest.Test, token: string) => supertest.Test> = {
    get: (request, token) => request.set("Authorization", `Bearer ${token}`),
    "post-header": (request, token) => request.set("Authorization", `Bearer ${token}`),
    "post-body": (request, token) => request.type("form").send({ access_token: token }),
  };
  for (const [way, send] of Object.entries(WAYS))
    it(`oidcc-userinfo-${way}: tells the same sub as the ID token`, async () => {
      const { access_token, claims } = await client.run();
      const method = way === "get" ? "get" : "post";
      const request = supertest(world.server)[method]("/oauth/userinfo");
      const { status, body } = await send(request.set("X-Forwarded-For", freshIp()), access_token);
      expect([status, body]).to.deep.equal([200, { sub: claims["sub"] }]);
    });

  it("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: for a client whose codes needn't be bound", async () => {
    const { claims } = await client.run({ nonce: undefined });
    expect(claims).not.to.have.property("nonce");
  });

  it("oidcc-ensure-request-with-valid-pkce-succeeds: also for a client that needn't send it", async () => {
    const { code } = await client.authorize({ code_challenge: CHALLENGE, code_challenge_method: "S256" });
    expect((await client.exchange(code!, { code_verifier: VERIFIER })).status).to.equal(200);
  });

  const SCOPES: Record<string, [scope: string, claims: string[]]> = {
    "scope-profile": [
      "openid profile",
      ["name", "given_name", "family_name", "zoneinfo", "locale", "updated_at"],
    ],
    "scope-email": ["openid email", ["email", "email_verified", "preferred_username"]],
    "ensure-other-scope-order-succeeds": ["email openid", ["email", "email_verified", "preferred_username"]],
  };
  for (const [module, [scope, expected]] of Object.entries(SCOPES))
    it(`oidcc-${module}: gives the claims of the scope at the userinfo endpoint`, async () => {
      const { access_token } = await client.run({ scope });
      expect((await client.userinfo(access_token)).body).to.have.all.keys("sub", ...expected);
    });

  const MISSING = { "scope-address": "address", "scope-phone": "phone", "scope-all": "address phone" };
  for (const [module, scope] of Object.entries(MISSING))
    it(`oidcc-${module}: is skipped, because the configuration doesn't list the scope`, async () => {
      for (const one of scope.split(" "))
        expect((await client.configuration())["scopes_supported"]).to.not.include(one);
      expect((await client.authorize({ scope: `openid ${scope}` }))["error"]).to.equal("invalid_scope");
    });

  const HINTS: Record<string, Query> = {
    "display-page": { display: "page" },
    "display-popup": { display: "popup" },
    "ensure-request-with-unknown-parameter-succeeds": { extra: "foobar" },
    "login-hint": { login_hint: "someone@example.test" },
    "ui-locales": { ui_locales: "se" },
    "claims-locales": { claims_locales: "se" },
  };
  for (const [module, changes] of Object.entries(HINTS))
    it(`oidcc-${module}: doesn't keep the user from signing in`, async () => {
      expect((await client.run(changes)).claims["sub"]).to.equal(client.user.id);
      expect(client.seen).to.deep.equal(["/login", CONSENT]);
    });

  it("oidcc-ensure-request-with-acr-values-succeeds: the ID token has one of the supported values", async () => {
    const supported = (await client.configuration())["acr_values_supported"] as string[];
    const { claims } = await client.run({ acr_values: supported.join(" ") });
    expect(supported).to.include(claims["acr"]);
  });

  it("oidcc-claims-essential: gives the name at the userinfo endpoint, not in the ID token", async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const run = await client.run({ claims });
    const { first_name, last_name } = client.user;
    expect((await client.userinfo(run.access_token)).body.name).to.equal(`${first_name} ${last_name}`);
    expect(run.claims).to.not.have.property("name");
  });

  const AGAIN: Record<string, Query> = { "prompt-login": { prompt: "login" }, "max-age-1": { max_age: "1" } };
  for (const [module, changes] of Object.entries(AGAIN))
    it(`oidcc-${module}: asks for the password again, and the time of the sign-in is later`, async () => {
      const first = await client.run();
      world.advance(2 * SECOND);
      const { claims } = await client.run(changes);
      expect(client.seen).to.deep.equal(["/login", CONSENT, "/user/confirm-password", CONSENT]);
      expect(claims["auth_time"]).to.be.greaterThan(first.claims["auth_time"] as number);
    });

  const SILENT: Record<string, [changes: (idToken: string) => Query, seen: string[]]> = {
    "prompt-none-logged-in": [() => ({ prompt: "none" }), []],
    "id-token-hint": [(id_token_hint) => ({ prompt: "none", id_token_hint }), []],
    "max-age-10000": [() => ({ max_age: "10000" }), [CONSENT]],
  };
  for (const [module, [changes, seen]] of Object.entries(SILENT))
    it(`oidcc-${module}: needs no second sign-in, and the ID token tells of the first`, async () => {
      const first = await client.run({ max_age: "15000" });
      world.advance(2 * SECOND);
      const { claims } = await client.run(changes(first.id_token));
      expect(client.seen).to.deep.equal(["/login", CONSENT, ...seen]);
      const { auth_time, sub } = first.claims;
      expect(claims).to.include({ auth_time, sub });
    });

  it("oidcc-prompt-none-not-logged-in: is an error for the client, with a long state unchanged", async () => {
    const state = "s".repeat(128);
    const answer = await client.authorize({ prompt: "none", state });
    expect(answer).to.include({ error: "login_required", state }).and.not.have.property("code");
    expect(client.seen).to.deep.equal([]);
  });

  for (const [module, seconds] of Object.entries({ codereuse: 0, "codereuse-30seconds": 30 }))
    it(`oidcc-${module}: a second use of the code is rejected, and ends the access token`, async () => {
      const { code } = await client.authorize();
      const { body } = await client.exchange(code!);
      expect((await client.userinfo(body.access_token)).status).to.equal(200);
      world.advance(seconds * SECOND);
      const again = await client.exchange(code!);
      expect([again.status, again.body.error]).to.deep.equal([400, "invalid_grant"]);
      expect((await client.userinfo(body.access_token)).status).to.equal(401);
    });

  it("oidcc-refresh-token: gives the same user, and works only for its client", async () => {
    const { refresh_token, claims } = await client.run({ scope: "openid offline_access", prompt: "consent" });
    const other = credentialsOf(await makeClient(world));
    const stolen = await client.endpoint().token(renewal(refresh_token), other);
    expect([stolen.status, stolen.body.error]).to.deep.equal([400, "invalid_grant"]);
    const { id_token, access_token } = await client.refresh(refresh_token);
    const { iss, sub, aud, auth_time } = claims;
    expect(await client.claims(id_token)).to.include({ iss, sub, aud, auth_time });
    expect((await client.userinfo(access_token)).body.sub).to.equal(sub);
  });

  it("oidcc-ensure-post-request-succeeds: the request can be a form from the client's page", async () => {
    const { search } = new URL(client.address(client.request()), "http://service.invalid");
    const form = search.slice(1);
    const sent = await client.visitor.send((agent) => agent.post("/oauth/authorize").type("form").send(form));
    expect(await client.follow(sent))
      .to.include({ state: "xyz" })
      .and.have.property("code");
  });

  const UNREGISTERED = { redirect_uri: `${CALLBACK}/other` };
  const WRONG: Record<string, Query> = {
    "ensure-registered-redirect-uri": UNREGISTERED,
    "ensure-request-object-with-redirect-uri": { ...UNREGISTERED, request: "eyJhbGciOiJub25lIn0.e30." },
  };
  for (const [module, changes] of Object.entries(WRONG))
    it(`oidcc-${module}: shows an error, and redirects nobody`, async () => {
      await client.visitor.signIn(client.user);
      const page = await client.open(client.request(changes));
      expect([page.status, page.headers["location"]]).to.deep.equal([400, undefined]);
      expect(page.text).to.contain("hasn&#39;t registered the address");
    });

  it("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: is rejected, in the mode that the object asks for", async () => {
    expect((await client.configuration())["request_parameter_supported"]).to.equal(false);
    const object = new UnsecuredJWT({ ...(mode === "form_post" && { response_mode: mode }) }).encode();
    const { error } = await client.authorize({ request: object, response_mode: undefined });
    expect(error).to.equal("request_not_supported");
  });
}
