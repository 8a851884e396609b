import { expect } from "chai";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import supertest, { type Response } from "supertest";
import { DAY, now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../src/models/client-options.js";
import { authorizePath, redirectParameters, VERIFIER } from "../support/oauth/authorization-request.js";
import { ConsentBrowser } from "../support/oauth/consent-browser.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { redemption, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { ProvingKey } from "../support/oauth/proofs.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
type Form = Record<string, string | undefined>;

describe("A client of FAPI 2.0", () => {
  const world = useWorld();
  let made: RegisteredClient;
  let key: CryptoKey;
  let proving: ProvingKey;
  let visitor: Visitor;
  let id = 0;
  beforeEach(async () => {
    world.freezeTime();
    const pair = await generateKeyPair("PS256");
    key = pair.privateKey;
    const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: "PS256", use: "sig" }] };
    const options: ClientOptions = {
      ...DEFAULT_OPTIONS,
      security_profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      id_token_signed_response_alg: "ES256",
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      jwks,
    };
    made = await makeClient(world, { options });
    proving = await ProvingKey.create(issuer());
    ({ visitor } = await world.signedIn());
  });

  const issuer = (): string => world.services.config.env.APP_URL.origin;
  const assertion = (changes: JWTPayload = {}): Promise<string> =>
    new SignJWT({
      ...{ iss: made.client.id, sub: made.client.id, aud: issuer(), jti: `id-${++id}` },
      exp: Math.floor(now() / SECOND) + 60,
      ...changes,
    })
      .setProtectedHeader({ alg: "PS256" })
      .sign(key);
  async function post(path: string, form: Form, claims: JWTPayload = {}, by = proving): Promise<Response> {
    const sent = Object.entries(form).filter(([, value]) => value !== undefined) as [string, string][];
    const client = { client_assertion_type: TYPE, client_assertion: await assertion(claims) };
    const proof = { DPoP: await by.prove("POST", path) };
    return new OAuthApi(world.server).post(
      path,
      { ...Object.fromEntries(sent), ...client },
      undefined,
      proof,
    );
  }
  const REQUEST = () =>
    Object.fromEntries(
      new URLSearchParams(authorizePath(made.client, { scope: "openid users.read" }).split("?")[1]),
    );
  const push = (changes: Form = {}, claims: JWTPayload = {}, by = proving) =>
    post("/oauth/par", { ...REQUEST(), ...changes }, claims, by);
  async function signIn(): Promise<Record<string, string>> {
    const { request_uri } = (await push()).body as { request_uri: string };
    const query = new URLSearchParams({ client_id: made.client.id, request_uri }).toString();
    const back = await new ConsentBrowser(visitor).allow(`/oauth/authorize?${query}`);
    const code = back.searchParams.get("code")!;
    const { status, body } = await post("/oauth/token", redemption({ code, verifier: VERIFIER }));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Record<string, string>;
  }
  const refresh = (token: string) => post("/oauth/token", renewal(token));

  it("signs its user in, with a request that is used within less than ten minutes", async () => {
    expect((await push()).body.expires_in).to.equal(540);
    expect(await signIn()).to.include.keys("access_token", "refresh_token", "id_token");
  });

  it("keeps its refresh token, which each use extends until the grant ends", async () => {
    const { refresh_token: token } = await signIn();
    for (let days = 0; days + 13 < 90; days += 13) {
      const { status, body } = await refresh(token!);
      expect(status, `after ${days} days`).to.equal(200);
      expect(body).to.include.keys("access_token", "id_token").and.not.have.property("refresh_token");
      world.advance(13 * DAY);
    }
    world.advance(13 * DAY);
    expect((await refresh(token!)).body.error).to.equal("invalid_grant");
  });

  it("loses its refresh token when it doesn't use it", async () => {
    const { refresh_token: token } = await signIn();
    world.advance(14 * DAY);
    expect((await refresh(token!)).body.error).to.equal("invalid_grant");
  });

  describe("is rejected", () => {
    it("with another audience than the issuer, also beside it and in a list", async () => {
      for (const aud of [
        `${issuer()}/oauth/token`,
        `${issuer()}/oauth/par`,
        [issuer()],
        [issuer(), "https://a"],
      ])
        expect((await push({}, { aud })).body.error, String(aud)).to.equal("invalid_client");
      expect((await push({}, { aud: issuer() })).status).to.equal(201);
    });

    it("with a time of issue that is more than a minute ahead", async () => {
      const iat = Math.floor(now() / SECOND) + 61;
      expect((await push({}, { iat })).body.error).to.equal("invalid_client");
    });

    it("without redirect_uri or a code challenge", async () => {
      for (const name of ["redirect_uri", "code_challenge"])
        expect((await push({ [name]: undefined })).body.error, name).to.equal("invalid_request");
    });

    it("with a proof that is signed with RS256 or ES384, and without a proof", async () => {
      for (const alg of ["RS256", "ES384"]) {
        const by = await ProvingKey.create(issuer(), alg);
        expect((await push({}, {}, by)).body.error, alg).to.equal("invalid_dpop_proof");
      }
      const by = await ProvingKey.create(issuer(), "PS256");
      expect((await push({}, {}, by)).status).to.equal(201);
      const client = { client_assertion_type: TYPE, client_assertion: await assertion() };
      const form = { ...redemption({ code: "x", verifier: VERIFIER }), ...client };
      expect((await new OAuthApi(world.server).token(form)).body.error).to.equal("invalid_dpop_proof");
    });

    it("with a token whose key signs a proof with RS256", async () => {
      proving = await ProvingKey.create(issuer(), "PS256");
      const { access_token: token } = await signIn();
      const path = "/api/v1/auth/me";
      const get = (proof: string) =>
        supertest(world.server)
          .get(path)
          .set({ Authorization: `DPoP ${token}`, DPoP: proof });
      expect((await get(await proving.prove("GET", path, token))).status).to.equal(200);
      const by = (await importJWK(await exportJWK(proving.privateKey), "RS256")) as CryptoKey;
      const rejected = await get(await proving.prove("GET", path, token, { header: { alg: "RS256" }, by }));
      expect(rejected.status).to.equal(401);
      expect(rejected.headers["www-authenticate"]).to.include("invalid_dpop_proof").and.not.include("RS256");
    });

    it("with a request that wasn't pushed", async () => {
      const page = await visitor.get(authorizePath(made.client));
      expect(redirectParameters(page)["error"]).to.equal("invalid_request");
    });
  });
});
