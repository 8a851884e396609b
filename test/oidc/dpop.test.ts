import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { prune } from "../../src/domain/upkeep/prune.js";
import { MINUTE, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import type { OAuthClient } from "../../src/models/oauth-client.js";
import { freshIp } from "../support/app/client.js";
import { VERIFIER } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, redemption, renewal } from "../support/oauth/oauth-grants.js";
import { ProvingKey } from "../support/oauth/proofs.js";
import { useRelyingParty, type TokenResponse } from "../support/oauth/relying-party.js";

const TOKEN = "/oauth/token";
const ME = "/api/v1/auth/me";

describe("Access tokens that are bound to a key (DPoP)", () => {
  const { world, rp } = useRelyingParty();
  const options = { ...DEFAULT_OPTIONS, dpop_bound_access_tokens: true };
  const begin = (changes: Partial<OAuthClient> = {}): Promise<void> => rp.begin({ options, ...changes });
  let key: ProvingKey;
  beforeEach(async () => {
    await begin();
    key = await ProvingKey.create(world.services.config.env.APP_URL.origin);
  });

  const token = (form: Record<string, string>, proof?: string): Promise<Response> =>
    new OAuthApi(world.server).token(form, credentialsOf(rp.made), proof ? { DPoP: proof } : {});
  const codeForm = (code: string) => redemption({ code, verifier: VERIFIER });
  async function signIn(
    changes: Record<string, string> = {},
  ): Promise<TokenResponse & { token_type: string }> {
    const { code } = await rp.allow({ scope: "openid users.read", ...changes });
    const { status, body } = await token(codeForm(code!), await key.prove("POST", TOKEN));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as TokenResponse & { token_type: string };
  }
  const call = (value: string, proofs: string[], scheme = "DPoP", path = ME): Promise<Response> => {
    const request = supertest(world.server).get(path).set("X-Forwarded-For", freshIp());
    if (proofs.length > 0) void request.set("DPoP", proofs as unknown as string);
    return request.set("Authorization", `${scheme} ${value}`) as unknown as Promise<Response>;
  };
  const prove = (value: string, path = ME) => key.prove("GET", path, value);

  for (const alg of ["ES256", "ES384", "RS256", "PS256", "EdDSA"])
    it(`open the API with a proof: ${alg}`, async () => {
      key = await ProvingKey.create(world.services.config.env.APP_URL.origin, alg);
      const { access_token, token_type } = await signIn();
      expect(token_type).to.equal("DPoP");
      expect((await call(access_token, [await prove(access_token)])).status).to.equal(200);
    });

  it("open the userinfo endpoint with a proof", async () => {
    const { access_token } = await signIn();
    const path = "/oauth/userinfo";
    const { status, body } = await call(access_token, [await prove(access_token, path)], "DPoP", path);
    expect([status, body.sub]).to.deep.equal([200, rp.user.id]);
  });

  it("show their key to who introspects them, and in a JWT", async () => {
    await begin({ options: { ...options, access_token_format: "jwt" } });
    const { access_token } = await signIn();
    const cnf = { jkt: key.thumbprint };
    const api = new OAuthApi(world.server);
    const { body } = await api.post("/oauth/introspect", { token: access_token }, credentialsOf(rp.made));
    expect(body).to.deep.include({ token_type: "DPoP", cnf });
    const [, payload] = access_token.split(".");
    expect(JSON.parse(Buffer.from(payload!, "base64url").toString())).to.deep.include({ cnf });
    expect((await call(access_token, [await prove(access_token)])).status).to.equal(200);
  });

  it("are issued to the client itself, and can be renewed with another key by a client with a secret", async () => {
    const own = await token({ grant_type: "client_credentials" }, await key.prove("POST", TOKEN));
    expect(own.body.token_type).to.equal("DPoP");
    const { refresh_token } = await signIn();
    key = await ProvingKey.create(world.services.config.env.APP_URL.origin);
    const { body } = await token(renewal(refresh_token), await key.prove("POST", TOKEN));
    const { access_token } = body as TokenResponse;
    expect((await call(access_token, [await prove(access_token)])).status).to.equal(200);
  });

  it("are bound by the request when it names the key, also when it was pushed with a proof", async () => {
    const named = { dpop_jkt: key.thumbprint };
    expect((await signIn(named)).token_type).to.equal("DPoP");
    const request = Object.fromEntries(new URLSearchParams(rp.address().split("?")[1]));
    const api = new OAuthApi(world.server);
    const headers = { DPoP: await key.prove("POST", "/oauth/par") };
    const { body } = await api.post("/oauth/par", request, credentialsOf(rp.made), headers);
    const address = `/oauth/authorize?client_id=${rp.made.client.id}&request_uri=${body.request_uri as string}`;
    const { code } = await rp.answer(await rp.visitor.get(address));
    const other = await ProvingKey.create(world.services.config.env.APP_URL.origin);
    const stolen = await token(codeForm(code!), await other.prove("POST", TOKEN));
    expect([stolen.status, stolen.body.error]).to.deep.equal([400, "invalid_grant"]);
    expect((await token(codeForm(code!), await key.prove("POST", TOKEN))).status).to.equal(200);
  });

  it("remember each proof until it would be too old, and not longer", async () => {
    await token({ grant_type: "client_credentials" }, await key.prove("POST", TOKEN));
    const count = async () => (await world.services.knex("oauth_assertions").count("* as n"))[0]!["n"];
    world.advance(MINUTE);
    await prune(world.services);
    expect(Number(await count()), "the clock of the client may be late").to.equal(1);
    world.advance(MINUTE);
    await prune(world.services);
    expect(Number(await count())).to.equal(0);
  });

  it("are not bound for other clients, whose proofs are ignored", async () => {
    await rp.begin();
    const { body } = await token({ grant_type: "client_credentials" }, "not a proof");
    expect(body.token_type).to.equal("Bearer");
  });

  describe("are rejected", () => {
    const expectProofRejected = async (proof?: string): Promise<void> => {
      const { status, body } = await token({ grant_type: "client_credentials" }, proof);
      expect([status, body.error]).to.deep.equal([400, "invalid_dpop_proof"]);
    };

    it("without a proof, and with one that is wrong, old, early, used or for another request", async () => {
      const other = await ProvingKey.create(world.services.config.env.APP_URL.origin);
      const make = (changes: object, method = "POST", path = TOKEN) =>
        key.prove(method, path, undefined, changes);
      await expectProofRejected();
      for (const proof of [
        "not a proof",
        await make({}, "GET"),
        await make({}, "POST", "/oauth/revoke"),
        await make({ claims: { htu: "https://elsewhere.example.test/oauth/token" } }),
        await make({ claims: { htu: "not an address" } }),
        await make({ claims: { jti: undefined } }),
        await make({ claims: { jti: 5 } }),
        await make({ claims: { iat: undefined } }),
        await make({ header: { typ: "JWT" } }),
        await make({ header: { jwk: other.jwk } }),
        await make({ header: { jwk: undefined } }),
        await make({ header: { jwk: { kty: "oct", k: "c2VjcmV0" } } }),
        await make({ header: { alg: "HS256" }, by: Buffer.alloc(32, 1) }),
        await make({ claims: { iat: Math.floor(Date.now() / SECOND) - 3600 } }),
        await make({ claims: { iat: Math.floor(Date.now() / SECOND) + 3600 } }),
      ])
        await expectProofRejected(proof);
      const used = await make({});
      expect((await token({ grant_type: "client_credentials" }, used)).status).to.equal(200);
      await expectProofRejected(used);
    });

    it("by the API: as a bearer token, without a proof, or with one for something else", async () => {
      const { access_token } = await signIn();
      const other = await ProvingKey.create(world.services.config.env.APP_URL.origin);
      const again = await prove(access_token);
      expect((await call(access_token, [again])).status).to.equal(200);
      for (const [scheme, proofs] of [
        ["Bearer", []],
        ["Bearer", [await prove(access_token)]],
        ["DPoP", []],
        ["DPoP", [again]],
        ["DPoP", [await prove(access_token), await prove(access_token)]],
        ["DPoP", [await key.prove("GET", ME)]],
        ["DPoP", [await prove("another token")]],
        ["DPoP", [await key.prove("POST", ME, access_token)]],
        ["DPoP", [await prove(access_token, "/api/v1/users")]],
        ["DPoP", [await other.prove("GET", ME, access_token)]],
      ] as const) {
        const { status, headers, body } = await call(access_token, [...proofs], scheme);
        expect([status, body.data.code]).to.deep.equal([401, "unauthenticated"]);
        expect(headers["www-authenticate"]).to.match(/^DPoP error="invalid_dpop_proof", algs="ES256 /);
      }
    });

    it("by the userinfo endpoint, which asks for a proof", async () => {
      const { access_token } = await signIn();
      const path = "/oauth/userinfo";
      for (const [scheme, proofs] of [
        ["Bearer", []],
        ["DPoP", []],
        ["DPoP", [await prove(access_token, ME)]],
      ] as const) {
        const { status, headers, body } = await call(access_token, [...proofs], scheme, path);
        expect([status, body.error]).to.deep.equal([401, "invalid_token"]);
        expect(headers["www-authenticate"]).to.match(/^DPoP error="invalid_dpop_proof", algs="ES256 /);
      }
      const unknown = await call("unknown", [], "Bearer", path);
      expect(unknown.headers["www-authenticate"]).to.match(/^Bearer error="invalid_token"/);
    });

    it("with the scheme of bound tokens, if they aren't bound", async () => {
      const { token: plain } = await world.make.userWithToken();
      const { status, headers } = await call(plain, [await prove(plain)]);
      expect([status, headers["www-authenticate"]]).to.deep.equal([401, "Bearer"]);
    });

    it("to a public client whose refresh token was issued for another key", async () => {
      await begin({ type: "public", secret_hash: null });
      const { refresh_token } = await signIn();
      const other = await ProvingKey.create(world.services.config.env.APP_URL.origin);
      const stolen = await token(renewal(refresh_token), await other.prove("POST", TOKEN));
      expect([stolen.status, stolen.body.error]).to.deep.equal([400, "invalid_grant"]);
      expect((await token(renewal(refresh_token), await key.prove("POST", TOKEN))).status).to.equal(200);
    });

    it("when the request names a key that isn't one, or another than its proof", async () => {
      const page = await rp.open({ dpop_jkt: "short" });
      expect(page.headers["location"]).to.contain("error=invalid_request");
      const request = Object.fromEntries(new URLSearchParams(rp.address().split("?")[1]));
      const form = { ...request, dpop_jkt: "x".repeat(43) };
      const headers = { DPoP: await key.prove("POST", "/oauth/par") };
      const api = new OAuthApi(world.server);
      const { body } = await api.post("/oauth/par", form, credentialsOf(rp.made), headers);
      expect(body.error).to.equal("invalid_dpop_proof");
    });
  });
});
