import { createServer, type Server } from "node:http";
import { expect } from "chai";
import type { ProductProcess } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";
import { freePort } from "../../support/database/mariadb.js";
import { addressOf } from "../../support/browser/running-product.js";
import { BUILT_PARTIES, serveParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { Visitor } from "../../support/app/web.js";

/** A program that puts a sign-in before any web page. */
if ("oauth2-proxy" in BUILT_PARTIES)
  describe("oauth2-proxy in front of a page, which knows only the issuer", function () {
    this.timeout(60_000);
    const served = useServed();
    let page: Server;
    let proxy: ProductProcess;
    let origin: string;

    before(async () => {
      page = createServer((request, response) => {
        response.end(`Hello, ${request.headers["x-forwarded-email"] as string}`);
      });
      await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    });
    after(() => page.close());

    beforeEach(async () => {
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const { client, secret } = await makeClient(served, { redirect_uris: [`${origin}/oauth2/callback`] });
      proxy = await serveParty("oauth2-proxy", port, [
        "--provider=oidc",
        `--oidc-issuer-url=${served.origin}`,
        `--client-id=${client.id}`,
        `--client-secret=${secret}`,
        `--redirect-url=${origin}/oauth2/callback`,
        "--scope=openid profile email",
        "--code-challenge-method=S256",
        "--email-domain=*",
        `--cookie-secret=${"x".repeat(32)}`,
        "--cookie-secure=false",
        "--skip-provider-button",
        `--upstream=${addressOf(page)}`,
        `--http-address=127.0.0.1:${port}`,
      ]);
    });
    afterEach(() => proxy.stop());

    it("shows the page to a user who has signed in", async () => {
      const { user, browser } = await served.consentBrowser(
        await served.make.user({ role: "admin", email_verified_at: Date.now() }),
      );
      const visitor = new Visitor(origin);
      const { status, headers } = await browser.signInTo(visitor, "/reports");
      expect([status, headers["location"]]).to.deep.equal([302, "/reports"]);
      expect((await visitor.get("/reports")).text).to.equal(`Hello, ${user.email}`);
    });

    it("rejects a user whose address isn't verified, and an answer in another browser", async () => {
      const { browser } = await served.consentBrowser();
      const visitor = new Visitor(origin);
      expect((await browser.signInTo(visitor, "/")).status).to.equal(500);
      expect((await browser.signInTo(visitor, "/", new Visitor(origin))).status).to.equal(403);
    });
  });
