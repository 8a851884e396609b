import { expect } from "chai";
import * as oauth from "oauth4webapi";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../../src/models/client-options.js";
import { useServed } from "../../support/app/served.js";
import { makeClient } from "../../support/oauth/oauth.js";

const CALLBACK = "http://127.0.0.1:8765/callback";
const INSECURE = { [oauth.allowInsecureRequests]: true };

describe("oauth4webapi with discovery only", () => {
  const served = useServed();

  async function discover(options: Partial<ClientOptions> = {}) {
    const { client: made, secret } = await makeClient(served, {
      redirect_uris: [CALLBACK],
      options: { ...DEFAULT_OPTIONS, ...options },
    });
    const issuer = new URL(served.origin);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, INSECURE),
    );
    return { server, client: { client_id: made.id }, authentication: oauth.ClientSecretBasic(secret) };
  }

  async function redeem(
    address: URL,
    verifier: string,
    party: Awaited<ReturnType<typeof discover>>,
    state: string,
  ) {
    const { server, client, authentication } = party;
    const { browser } = await served.consentBrowser();
    const answer = oauth.validateAuthResponse(server, client, await browser.allow(address), state);
    return oauth.authorizationCodeGrantRequest(
      ...([server, client, authentication, answer, CALLBACK, verifier, INSECURE] as const),
    );
  }

  async function begin(party: Awaited<ReturnType<typeof discover>>, isPushed: boolean) {
    const { server, client, authentication } = party;
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const parameters = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "openid email",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    const address = new URL(server.authorization_endpoint!);
    if (isPushed) {
      const request = oauth.pushedAuthorizationRequest(server, client, authentication, parameters, INSECURE);
      const { request_uri: uri } = await oauth.processPushedAuthorizationResponse(
        server,
        client,
        await request,
      );
      address.search = new URLSearchParams({ client_id: client.client_id, request_uri: uri }).toString();
    } else address.search = parameters.toString();
    return { address, verifier, state, nonce };
  }

  for (const isPushed of [false, true])
    it(`signs a user in, with every check, ${isPushed ? "by a pushed request" : "by the address"}`, async () => {
      const party = await discover();
      const { server, client } = party;
      const { address, verifier, state, nonce } = await begin(party, isPushed);
      const answer = await redeem(address, verifier, party, state);
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, answer, INSECURE);
      const { sub } = oauth.getValidatedIdTokenClaims(tokens)!;
      const info = await oauth.userInfoRequest(server, client, tokens.access_token, INSECURE);
      const claims = await oauth.processUserInfoResponse(server, client, sub, info);
      expect(claims.email).to.match(/@example\.test$/);
    });

  it("gets a JWT for another service that is bound to its key, which that service checks", async () => {
    const files = "https://files.example.test/list";
    const { server, client, authentication } = await discover({
      access_token_format: "jwt",
      resources: [files],
      dpop_bound_access_tokens: true,
    });
    const DPoP = oauth.DPoP({}, await oauth.generateKeyPair("ES256"));
    const form = new URLSearchParams({ scope: "users.read", resource: files });
    const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, form, {
      ...INSECURE,
      DPoP,
    });
    const { access_token, token_type } = await oauth.processClientCredentialsResponse(server, client, answer);
    expect(token_type).to.equal("dpop");
    let received: Request | undefined;
    await oauth.protectedResourceRequest(access_token, "GET", new URL(files), undefined, undefined, {
      DPoP,
      [oauth.customFetch]: (url, options) => {
        received = new Request(url, options as RequestInit);
        return Promise.resolve(new Response());
      },
    });
    const claims = await oauth.validateJwtAccessToken(server, received!, files, INSECURE);
    expect(claims).to.include({ client_id: client.client_id, sub: client.client_id, scope: "users.read" });
  });

  it("calls the API with a token that is bound to its key", async () => {
    const party = await discover({ dpop_bound_access_tokens: true });
    const { server, client, authentication } = party;
    const DPoP = oauth.DPoP({}, await oauth.generateKeyPair("ES256"));
    const { address, verifier, state, nonce } = await begin(party, false);
    const { browser, user } = await served.consentBrowser();
    const back = oauth.validateAuthResponse(server, client, await browser.allow(address), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, authentication, back, CALLBACK, verifier, { ...INSECURE, DPoP }] as const),
    );
    const checks = { expectedNonce: nonce };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, checks);
    const me = new URL("/api/v1/auth/me", served.origin);
    const options = { ...INSECURE, DPoP };
    const called = await oauth.protectedResourceRequest(
      ...([tokens.access_token, "GET", me, undefined, undefined, options] as const),
    );
    expect(await called.json()).to.nested.include({ "data.email": user.email });
  });

  it("notices the answer to another request, and of another server (mix-up)", async () => {
    const party = await discover();
    const { browser } = await served.consentBrowser();
    const { address, state } = await begin(party, false);
    const back = await browser.allow(address);
    expect(() => oauth.validateAuthResponse(party.server, party.client, back, "another")).to.throw(/state/);
    back.searchParams.set("iss", "https://elsewhere.example.test");
    expect(() => oauth.validateAuthResponse(party.server, party.client, back, state)).to.throw(/iss/);
  });
});
