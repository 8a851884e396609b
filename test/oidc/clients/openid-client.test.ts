import { expect } from "chai";
import * as client from "openid-client";
import { makeClient } from "../../support/oauth/oauth.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { useServed } from "../../support/app/served.js";

const CALLBACK = "http://127.0.0.1:8765/callback";

describe("openid-client with discovery only", () => {
  const served = useServed();

  async function discover(): Promise<client.Configuration> {
    const { client: made, secret } = await makeClient(served, { redirect_uris: [CALLBACK] });
    const authentication = client.ClientSecretBasic(secret);
    return client.discovery(new URL(served.origin), made.id, undefined, authentication, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
  }

  async function begin(config: client.Configuration, changes: Record<string, string> = {}) {
    const [verifier, state, nonce] = [
      client.randomPKCECodeVerifier(),
      client.randomState(),
      client.randomNonce(),
    ];
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: "openid profile email",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      ...changes,
    });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    return { address, checks };
  }

  it("signs a user in, with every check of the ID token and its signature", async () => {
    const config = await discover();
    const { user, browser } = await served.consentBrowser();
    const { address, checks } = await begin(config, { max_age: "3600" });
    const back = await browser.allow(address);
    const tokens = await client.authorizationCodeGrant(config, back, { ...checks, maxAge: 3600 });
    expect(tokens.claims()).to.include({ sub: user.id, email: user.email, given_name: user.first_name });
    const claims = await client.fetchUserInfo(config, tokens.access_token, user.id);
    expect(claims).to.include({ email: user.email });
  });

  it("refreshes, and gets an ID token about the same user", async () => {
    const config = await discover();
    const { user, browser } = await served.consentBrowser();
    const { address, checks } = await begin(config);
    const tokens = await client.authorizationCodeGrant(config, await browser.allow(address), checks);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect(next.claims()!.sub).to.equal(user.id);
  });

  it("signs a user in for an organisation, and is told which one, also after refreshing", async () => {
    const config = await discover();
    const { user, browser } = await served.consentBrowser();
    const { id } = await makeOrganisation(served, user);
    const { address, checks } = await begin(config, { scope: "openid organisation", organisation: "acme" });
    const tokens = await client.authorizationCodeGrant(config, await browser.allow(address), checks);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    const claims = { org_id: id, org_slug: "acme", org_roles: ["owner"] };
    for (const answer of [tokens, next]) {
      expect(answer.claims()).to.deep.include(claims);
      expect(await client.fetchUserInfo(config, answer.access_token, user.id)).to.deep.include(claims);
    }
  });

  it("notices the nonce of another sign-in", async () => {
    const config = await discover();
    const { browser } = await served.consentBrowser();
    const { address, checks } = await begin(config);
    const back = await browser.allow(address);
    const replayed = { ...checks, expectedNonce: client.randomNonce() };
    const error = await client
      .authorizationCodeGrant(config, back, replayed)
      .catch((thrown: Error) => thrown);
    expect(String((error as Error).cause)).to.match(/nonce/);
  });
});
