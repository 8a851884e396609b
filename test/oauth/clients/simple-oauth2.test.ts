import { expect } from "chai";
import { AuthorizationCode, ClientCredentials, type AccessToken, type ModuleOptions } from "simple-oauth2";
import { CALLBACK, challengeOf, newVerifier } from "../../support/oauth/oauth-grants.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useServed } from "../../support/app/served.js";

/** The library knows neither the metadata nor PKCE, so the PKCE parameters are passed through. */
describe("simple-oauth2", () => {
  const served = useServed();

  for (const authorizationMethod of ["header", "body"] as const)
    describe(`with the secret in the ${authorizationMethod}`, () => {
      async function registered(): Promise<ModuleOptions> {
        const { client, secret } = await makeClient(served);
        return {
          client: { id: client.id, secret },
          auth: { tokenHost: served.origin },
          options: { authorizationMethod },
        };
      }
      async function signIn() {
        const { user, browser } = await served.consentBrowser();
        const flow = new AuthorizationCode(await registered());
        const code_verifier = newVerifier();
        const address = flow.authorizeURL({
          redirect_uri: CALLBACK,
          scope: ["users.read", "files.read"],
          state: "a b&c=ü",
          code_challenge: challengeOf(code_verifier),
          code_challenge_method: "S256",
        } as Parameters<typeof flow.authorizeURL>[0]);
        const back = (await browser.allow(address)).searchParams;
        expect(back.get("state")).to.equal("a b&c=ü");
        const options = { code: back.get("code")!, redirect_uri: CALLBACK, code_verifier };
        return { user, flow, code: options, token: await flow.getToken(options) };
      }
      const me = (token: AccessToken) => served.api.as(token.token["access_token"] as string).get("/auth/me");

      it("gets tokens with a code", async () => {
        const { user, token } = await signIn();
        expect(token.token).to.include({ token_type: "Bearer", scope: "files.read users.read" });
        expect(token.expired()).to.equal(false);
        expect((await me(token)).body.data.email).to.equal(user.email);
      });

      it("refreshes the access token, with fewer scopes on request", async () => {
        const { user, token } = await signIn();
        const next = await token.refresh({ scope: ["files.read"] });
        expect(next.token["scope"]).to.equal("files.read");
        expect(next.token["refresh_token"]).not.to.equal(token.token["refresh_token"]);
        expect((await me(next)).body.data.email).to.equal(user.email);
        expect((await next.refresh()).token["scope"]).to.equal("files.read users.read");
      });

      it("revokes both tokens", async () => {
        const { token } = await signIn();
        await token.revoke("access_token");
        expect((await me(token)).status).to.equal(401);
        const next = await token.refresh();
        expect((await me(next)).status).to.equal(200);
        await next.revokeAll();
        expect((await me(next)).status).to.equal(401);
        expect(await rejectionOf(next.refresh())).to.include({ error: "invalid_grant" });
      });

      it("gets a token for itself, without an account", async () => {
        const token = await new ClientCredentials(await registered()).getToken({ scope: "users.read" });
        expect(token.token).to.include({ scope: "users.read" }).and.not.to.have.property("refresh_token");
        expect((await me(token)).status).to.equal(401);
        const opened = await served.forClients(token.token["access_token"] as string).get("/definitions");
        expect(opened.status).to.equal(200);
        await token.revoke("access_token");
        expect(
          (await served.forClients(token.token["access_token"] as string).get("/definitions")).status,
        ).to.equal(401);
      });

      it("receives the reason of an error", async () => {
        const { flow, code } = await signIn();
        expect(await rejectionOf(flow.getToken(code))).to.deep.equal({
          error: "invalid_grant",
          error_description: "The code was already used, so its tokens were revoked.",
        });
        const options = await registered();
        const stranger = { ...options, client: { ...options.client, secret: "adk_cs_wrong" } };
        const rejected = new ClientCredentials(stranger).getToken({});
        expect(await rejectionOf(rejected)).to.include({ error: "invalid_client" });
      });
    });
});

/** The body of the error response. */
const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => ({ error: "nothing" }),
    (error: { data?: { payload?: unknown } }) => error.data?.payload,
  );
