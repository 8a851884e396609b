import { expect } from "chai";
import * as client from "openid-client";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import { setClock } from "../../../src/lib/clock.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { until } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";

const CALLBACK = "http://127.0.0.1:8765/callback";
const METHODS = {
  client_secret_basic: client.ClientSecretBasic,
  client_secret_post: client.ClientSecretPost,
  none: () => client.None(),
};
/** How much faster the service's clock runs while a device polls, and the fraction of its interval that the client waits. */
const SPEED_UP = 25;
const WAIT = 1 / 20;

interface Signing {
  code_verifier: string;
  state: string;
  address: URL;
}

describe("openid-client", () => {
  const served = useServed();

  const discover = (id: string, authentication: client.ClientAuth): Promise<client.Configuration> =>
    client.discovery(new URL(served.origin), id, undefined, authentication, {
      algorithm: "oauth2",
      execute: [client.allowInsecureRequests],
    });
  async function begin(config: client.Configuration, scope = "users.read"): Promise<Signing> {
    const code_verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: "S256",
    });
    return { code_verifier, state, address };
  }
  const redeem = (config: client.Configuration, back: URL, { code_verifier, state }: Signing) =>
    client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: code_verifier,
      expectedState: state,
    });
  const call = (config: client.Configuration, token: string): Promise<Response> =>
    client.fetchProtectedResource(config, token, new URL("/api/v1/auth/me", served.origin), "GET");
  /** Runs the whole authorization-code flow. */
  async function signIn(config: client.Configuration) {
    const { user, browser } = await served.consentBrowser();
    const signing = await begin(config);
    const tokens = await redeem(config, await browser.allow(signing.address), signing);
    return { user, tokens, refresh: tokens.refresh_token! };
  }
  async function expectMe(config: client.Configuration, token: string, email: string): Promise<void> {
    const answer = await call(config, token);
    const { data } = (await answer.json()) as { data: { email: string } };
    expect([answer.status, data.email]).to.deep.equal([200, email]);
  }
  const expectInvalid = async (config: client.Configuration, token: string): Promise<void> => {
    expect(await statusOf(call(config, token))).to.equal(401);
  };

  it("discovers the server from its metadata", async () => {
    const config = await discover("anybody", client.None());
    const server = config.serverMetadata();
    expect(server.issuer).to.equal(served.origin);
    expect(server.supportsPKCE()).to.equal(true);
    expect(server.token_endpoint_auth_methods_supported).to.include.members(Object.keys(METHODS));
  });

  for (const [method, authentication] of Object.entries(METHODS)) {
    const isPublic = method === "none";
    const type = isPublic ? "public" : "confidential";

    describe(`as a ${type} client with ${method}`, () => {
      async function registered(overrides: Partial<OAuthClient> = {}): Promise<client.Configuration> {
        const made = await makeClient(served, { type, redirect_uris: [CALLBACK], ...overrides });
        return discover(made.client.id, authentication(made.secret));
      }

      it("gets tokens with a code, PKCE, state and iss", async () => {
        const config = await registered();
        const { user, tokens } = await signIn(config);
        expect(tokens).to.include({ token_type: "bearer", scope: "users.read" });
        expect(tokens.expiresIn()).to.be.within(3590, 3600);
        await expectMe(config, tokens.access_token, user.email);
      });

      it("refreshes the access token and gets a new refresh token", async () => {
        const config = await registered();
        const { user, refresh } = await signIn(config);
        const next = await client.refreshTokenGrant(config, refresh);
        expect(next.refresh_token).to.be.a("string").and.not.to.equal(refresh);
        await expectMe(config, next.access_token, user.email);
        const again = await client.refreshTokenGrant(config, next.refresh_token!, { scope: "users.read" });
        await expectMe(config, again.access_token, user.email);
        expect(await errorOf(client.refreshTokenGrant(config, refresh))).to.equal("invalid_grant");
      });

      it("revokes an access token", async () => {
        const config = await registered();
        const { tokens } = await signIn(config);
        await client.tokenRevocation(config, tokens.access_token);
        await expectInvalid(config, tokens.access_token);
      });

      it("revokes a refresh token, which ends its grant", async () => {
        const config = await registered();
        const { tokens, refresh } = await signIn(config);
        await client.tokenRevocation(config, refresh, { token_type_hint: "refresh_token" });
        await expectInvalid(config, tokens.access_token);
        expect(await errorOf(client.refreshTokenGrant(config, refresh))).to.equal("invalid_grant");
      });

      it("gets tokens for a device after a user has entered its code", async () => {
        const config = await registered();
        const { user, browser } = await served.consentBrowser();
        const start = Date.now();
        setClock(() => start + (Date.now() - start) * SPEED_UP);
        const asked = await client.initiateDeviceAuthorization(config, { scope: "users.read" });
        expect(asked).to.include({ interval: 5, expires_in: 600 });
        let polls = 0;
        config[client.customFetch] = async (url, options) => {
          const answer = await fetch(url, options as RequestInit);
          polls++;
          return answer;
        };
        const given = client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 5 * WAIT });
        await until("the device was told to wait", () => Promise.resolve(polls > 0));
        await browser.approveDevice(asked.user_code);
        const tokens = await given;
        expect(polls).to.be.greaterThan(1);
        expect(tokens.scope).to.equal("users.read");
        await expectMe(config, tokens.access_token, user.email);
        const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
        await expectMe(config, next.access_token, user.email);
      });

      it("gets an error when the user denies the request", async () => {
        const config = await registered();
        const { browser } = await served.consentBrowser();
        const signing = await begin(config);
        const back = await browser.deny(signing.address);
        expect(await errorOf(redeem(config, back, signing))).to.equal("access_denied");
      });

      it("gets an error for an unknown scope", async () => {
        const config = await registered();
        const { address } = await begin(config, "users.read *");
        const { visitor } = await served.signedIn();
        const { headers } = await visitor.get(address.pathname + address.search);
        const back = new URL(headers["location"] as string);
        expect(back.searchParams.get("error")).to.equal("invalid_scope");
        expect(back.searchParams.get("iss")).to.equal(served.origin);
      });

      it("rejects a response of another server or to another request", async () => {
        const config = await registered();
        const { browser } = await served.consentBrowser();
        const signing = await begin(config);
        const back = await browser.allow(signing.address);
        const [stranger, other] = [new URL(back), new URL(back)];
        stranger.searchParams.set("iss", "https://elsewhere.example.test");
        other.searchParams.set("state", "another");
        for (const address of [stranger, other])
          expect(await errorOf(redeem(config, address, signing))).to.equal("OAUTH_INVALID_RESPONSE");
        const tokens = await redeem(config, back, signing);
        expect(tokens.access_token).to.match(/^adk_at_/);
      });

      it("is rejected with another verifier", async () => {
        const config = await registered();
        const { browser } = await served.consentBrowser();
        const signing = await begin(config);
        const back = await browser.allow(signing.address);
        const wrong = { ...signing, code_verifier: client.randomPKCECodeVerifier() };
        expect(await errorOf(redeem(config, back, wrong))).to.equal("invalid_grant");
      });

      if (isPublic) {
        it("gets no token for itself and can't introspect tokens", async () => {
          const config = await registered();
          const { tokens } = await signIn(config);
          expect(await errorOf(client.clientCredentialsGrant(config))).to.equal("unauthorized_client");
          expect(await statusOf(client.tokenIntrospection(config, tokens.access_token))).to.equal(401);
        });
        return;
      }

      it("gets a token for itself, without an account", async () => {
        const config = await registered();
        const tokens = await client.clientCredentialsGrant(config, { scope: "users.read users.write" });
        expect(tokens)
          .to.include({ scope: "users.read users.write" })
          .and.not.to.have.property("refresh_token");
        await expectInvalid(config, tokens.access_token);
        const opened = await served.forClients(tokens.access_token).get("/definitions");
        expect(opened.status).to.equal(200);
      });

      it("introspects its tokens", async () => {
        const config = await registered();
        const { user, tokens, refresh } = await signIn(config);
        const { client_id } = config.clientMetadata();
        for (const token of [tokens.access_token, refresh])
          expect(await client.tokenIntrospection(config, token)).to.include({
            active: true,
            iss: served.origin,
            sub: user.id,
            client_id,
            scope: "users.read",
          });
        await client.tokenRevocation(config, refresh);
        for (const token of [tokens.access_token, refresh])
          expect(await client.tokenIntrospection(config, token)).to.deep.equal({ active: false });
      });

      it("is rejected with another secret", async () => {
        const { client: made } = await makeClient(served, { redirect_uris: [CALLBACK] });
        const config = await discover(made.id, authentication("adk_cs_wrong"));
        expect(await statusOf(client.clientCredentialsGrant(config))).to.equal(401);
      });
    });
  }
});

type Rejection = { error?: string; code?: string; status?: number };

const rejectionOf = (work: Promise<unknown>): Promise<Rejection> =>
  work.then(
    () => ({ error: "nothing" }),
    (error: Rejection) => error,
  );

/** The error of the server or of the library. */
async function errorOf(work: Promise<unknown>): Promise<string | undefined> {
  const { error, code } = await rejectionOf(work);
  return error ?? code;
}

const statusOf = async (work: Promise<unknown>): Promise<number | undefined> => {
  const { status } = (await work.catch((error: unknown) => error)) as Rejection;
  return status;
};
