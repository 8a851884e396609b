import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { OAuthClient } from "../../src/models/oauth-client.js";
import { PASSWORD } from "../support/app/factories.js";
import { useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { useWorld } from "../support/app/world.js";
import { makeCertificate } from "../support/app/certificate.js";
import type { Visit } from "../support/browser/chromium.js";
import { RunningProduct } from "../support/browser/running-product.js";
import { makeClient } from "../support/oauth/oauth.js";

const LIBRARY = readFileSync("node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js");

/** The page of the application, at its start and when the user comes back, also in a hidden frame. */
const pageOf = (
  settings: object,
): string => `<!doctype html><link rel="icon" href="data:,"><title>Notes</title>
<h1></h1><script src="/oidc-client-ts.js"></script><script>
  window.manager = new oidc.UserManager({ ...${JSON.stringify(settings)}, userStore: new oidc.WebStorageStateStore({ store: localStorage }) });
  document.querySelector("h1").textContent = "Notes";
  if (location.search.includes("state=")) manager.signinCallback().then((user) => {
    if (user) document.querySelector("h1").textContent = "Notes of " + user.profile.email;
  });
</script>`;

describeWith("Chromium", "A single-page application with oidc-client-ts, of another origin", () => {
  const folder = useFolder();
  const servers: Server[] = [];
  let page = "";

  /** Serves a site by HTTPS under a name that only the browser knows. */
  async function serve(name: string, listener: RequestListener): Promise<string> {
    const server = createServer(makeCertificate(folder.path, `${name}.authdock.test`), listener);
    servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `https://${name}.authdock.test:${(server.address() as AddressInfo).port}`;
  }

  let application: string;
  const world = useWorld(async () => {
    application = await serve("notes", (request, response) => {
      const isLibrary = request.url === "/oidc-client-ts.js";
      response.setHeader("Content-Type", isLibrary ? "text/javascript" : "text/html; charset=utf-8");
      response.end(isLibrary ? LIBRARY : page);
    });
    const service = await serve("id", (request, response) => world.app.listener(request, response));
    return { APP_URL: service, CORS_ALLOWED_ORIGINS: application };
  });
  const product = new RunningProduct(world);
  afterEach(() => product.closeBrowsers());
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Signs a user in to the application, by the pages of the service. */
  async function signIn(grants: OAuthClient["grant_types"]) {
    const { client } = await makeClient(world, {
      type: "public",
      grant_types: grants,
      redirect_uris: [`${application}/callback`],
      post_logout_redirect_uris: [`${application}/`],
    });
    page = pageOf({
      authority: product.origin,
      client_id: client.id,
      redirect_uri: `${application}/callback`,
      post_logout_redirect_uri: `${application}/`,
      scope: "openid email",
      automaticSilentRenew: false,
    });
    const user = await world.make.user();
    // a preflight allows no other headers
    const visit = await product.visit({ ignoreHTTPSErrors: true, extraHTTPHeaders: {} });
    await visit.page.goto(application);
    await visit.page.evaluate("void manager.signinRedirect()");
    await visit.page.waitForURL(`${product.origin}/login?*`);
    await visit.fill({ Email: user.email, Password: PASSWORD });
    await visit.press("Sign in");
    await visit.page.getByRole("button", { name: "Allow" }).click();
    await visit.page.getByRole("heading", { name: `Notes of ${user.email}` }).waitFor();
    return { user, visit };
  }

  /** Renews the tokens without leaving the page. @returns the user, or the error of the service */
  const renew = ({ page: own }: Visit): Promise<Record<string, unknown>> =>
    own.evaluate(
      "manager.signinSilent().then(({ profile, access_token }) => ({ sub: profile.sub, access_token }), ({ error }) => ({ error }))",
    );
  const accessToken = ({ page: own }: Visit): Promise<unknown> =>
    own.evaluate("manager.getUser().then((user) => user.access_token)");

  it("signs a user in, and renews the tokens in a hidden frame", async () => {
    const { user, visit } = await signIn(["authorization_code"]);
    const first = await accessToken(visit);
    const renewed = await renew(visit);
    expect(renewed).to.have.property("sub", user.id);
    expect(renewed["access_token"]).to.be.a("string").and.not.equal(first);
  });

  it("renews the tokens with a refresh token, each of which is replaced", async () => {
    const { user, visit } = await signIn(["authorization_code", "refresh_token"]);
    const tokens = new Set([await accessToken(visit)]);
    for (let round = 0; round < 2; round++) {
      const { sub, access_token } = await renew(visit);
      expect(sub).to.equal(user.id);
      tokens.add(access_token);
    }
    expect(tokens.size).to.equal(3);
  });

  it("signs the user out of the service, after which nothing is renewed", async () => {
    const { visit } = await signIn(["authorization_code"]);
    await visit.page.evaluate("void manager.signoutRedirect()");
    await visit.page.getByRole("heading", { name: "Notes", exact: true }).waitFor();
    expect(await renew(visit)).to.deep.equal({ error: "login_required" });
  });
});
