import { expect } from "chai";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from "jose";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../src/lib/clock.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { authorizePath } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

describe("A client that authenticates with a key (private_key_jwt)", () => {
  const world = useWorld();
  let made: RegisteredClient;
  let key: CryptoKey;
  let id = 0;
  beforeEach(async () => {
    world.freezeTime();
    await register("ES256");
  });

  async function register(alg: string): Promise<void> {
    const pair = await generateKeyPair(alg);
    key = pair.privateKey;
    const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), alg, use: "sig" }] };
    made = await makeClient(world, {
      options: { ...DEFAULT_OPTIONS, token_endpoint_auth_method: "private_key_jwt", jwks },
    });
  }

  const issuer = (): string => world.services.config.env.APP_URL.origin;
  const payload = (changes: JWTPayload = {}): JWTPayload => ({
    iss: made.client.id,
    sub: made.client.id,
    aud: issuer(),
    jti: `id-${++id}`,
    exp: Math.floor(now() / SECOND) + 60,
    ...changes,
  });
  const sign = (changes: JWTPayload = {}, alg = "ES256", by = key): Promise<string> =>
    new SignJWT(payload(changes)).setProtectedHeader({ alg }).sign(by);
  const send = (assertion: string, changes: Record<string, string> = {}) =>
    new OAuthApi(world.server).token({
      grant_type: "client_credentials",
      client_assertion_type: TYPE,
      client_assertion: assertion,
      ...changes,
    });

  for (const alg of ["RS256", "PS256", "ES256", "ES384", "EdDSA"])
    it(`gets a token: ${alg}`, async () => {
      await register(alg);
      const { status, body } = await send(await sign({}, alg));
      expect([status, body.token_type]).to.deep.equal([200, "Bearer"]);
    });

  it("can name the token endpoint as the audience, and its own id in the form", async () => {
    const assertion = await sign({ aud: [`${issuer()}/oauth/token`] });
    expect((await send(assertion, { client_id: made.client.id })).status).to.equal(200);
  });

  it("can name the endpoint for pushed requests, and no other one", async () => {
    const push = async (aud: string) =>
      new OAuthApi(world.server).post("/oauth/par", {
        ...Object.fromEntries(new URLSearchParams(authorizePath(made.client).split("?")[1])),
        client_assertion_type: TYPE,
        client_assertion: await sign({ aud }),
      });
    for (const aud of [`${issuer()}/oauth/par`, `${issuer()}/oauth/token`, issuer()])
      expect((await push(aud)).status, aud).to.equal(201);
    expect((await push(`${issuer()}/oauth/revoke`)).status).to.equal(401);
    expect((await send(await sign({ aud: `${issuer()}/oauth/par` }))).status).to.equal(200);
    for (const aud of [[issuer(), "https://elsewhere.example.test"], [issuer(), issuer()], `${issuer()}/`])
      expect((await send(await sign({ aud }))).status, String(aud)).to.equal(401);
  });

  it("can be a minute ahead", async () => {
    const seconds = Math.floor(now() / SECOND);
    expect((await send(await sign({ iat: seconds + 60 }))).status).to.equal(200);
    expect((await send(await sign({ iat: seconds + 61 }))).status).to.equal(401);
  });

  it("authenticates the same way at the other endpoints", async () => {
    for (const path of ["/oauth/introspect", "/oauth/revoke"]) {
      const form = { client_assertion_type: TYPE, client_assertion: await sign(), token: "x" };
      expect((await new OAuthApi(world.server).post(path, form)).status).to.equal(200);
    }
  });

  it("is remembered until the assertion expires, and not longer", async () => {
    await send(await sign());
    expect(await world.services.knex("oauth_assertions")).to.have.length(1);
    world.advance(DAY);
    await prune(world.services);
    expect(await world.services.knex("oauth_assertions")).to.have.length(0);
  });

  describe("is rejected", () => {
    const isRejected = async (assertion: string, changes: Record<string, string> = {}): Promise<void> => {
      const { status, body } = await send(assertion, changes);
      expect([status, body.error]).to.deep.equal([401, "invalid_client"]);
    };

    it("with its secret", async () => {
      const { status } = await new OAuthApi(world.server).token(
        { grant_type: "client_credentials" },
        credentialsOf(made),
      );
      expect(status).to.equal(401);
    });

    it("with the same assertion twice, and two at once", async () => {
      const assertion = await sign();
      const both = await Promise.all([send(assertion), send(assertion)]);
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
      await isRejected(assertion);
    });

    it("with an assertion that has expired, lasts too long, or lacks a member", async () => {
      const seconds = (ms: number): number => Math.floor((now() + ms) / SECOND);
      await isRejected(await sign({ exp: seconds(-MINUTE) }));
      await isRejected(await sign({ exp: seconds(2 * HOUR) }));
      await isRejected(await sign({ nbf: seconds(MINUTE) }));
      for (const name of ["exp", "jti", "aud", "iss", "sub"])
        await isRejected(await sign({ [name]: undefined }));
    });

    it("with an assertion for another service, of another client, or about another one", async () => {
      await isRejected(await sign({ aud: "https://elsewhere.example.test" }));
      const { client } = await makeClient(world);
      await isRejected(await sign({ iss: client.id, sub: client.id }));
      await isRejected(await sign({ sub: client.id }));
      await isRejected(await sign(), { client_id: client.id });
    });

    it("algorithm confusion: no signature, or HMAC with the public key or the secret", async () => {
      await isRejected(new UnsecuredJWT(payload()).encode());
      const [publicKey] = made.client.options.jwks!.keys;
      for (const secret of [JSON.stringify(publicKey), made.secret])
        await isRejected(
          await new SignJWT(payload())
            .setProtectedHeader({ alg: "HS256" })
            .sign(new TextEncoder().encode(secret)),
        );
    });

    it("key confusion: a key in the header, and a key that isn't the client's", async () => {
      const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
      await isRejected(await sign({}, "ES256", privateKey));
      const jwk = await exportJWK(publicKey);
      await isRejected(
        await new SignJWT(payload()).setProtectedHeader({ alg: "ES256", jwk }).sign(privateKey),
      );
    });

    it("with two ways to authenticate, or half of one", async () => {
      const { body } = await send(await sign(), { client_secret: made.secret, client_id: made.client.id });
      expect(body.error).to.equal("invalid_request");
      await isRejected(await sign(), { client_assertion_type: "" });
      await isRejected("", {});
      await isRejected("not a JWT");
    });

    it("without the option: a client with a secret can't sign", async () => {
      const { client } = await makeClient(world);
      await isRejected(await sign({ iss: client.id, sub: client.id }));
    });
  });
});
