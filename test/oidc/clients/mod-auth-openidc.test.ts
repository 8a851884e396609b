import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { deliverLogoutNotices } from "../../../src/domain/oauth/openid/logout-notices.js";
import { DEFAULT_OPTIONS } from "../../../src/models/client-options.js";
import { useFolder, type ProductProcess } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";
import { addressOf } from "../../support/browser/running-product.js";
import { freePort } from "../../support/database/mariadb.js";
import { BUILT_PARTIES, serveParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { Visitor } from "../../support/app/web.js";

const MODULES = [
  "authn_core",
  "authz_core",
  "authz_user",
  "auth_openidc",
  "mpm_event",
  "proxy",
  "proxy_http",
];

/** A module of Apache that puts a sign-in before any web page. */
if ("mod-auth-openidc" in BUILT_PARTIES)
  describe("mod_auth_openidc in front of a page, which knows only the metadata", function () {
    this.timeout(60_000);
    const served = useServed();
    const folder = useFolder();
    let page: Server;
    let apache: ProductProcess;
    let origin: string;

    before(async () => {
      // what the module tells the page about the user
      page = createServer(({ headers }, response) => {
        const { oidc_claim_sub: sub, oidc_claim_email: email, oidc_access_token: token } = headers;
        response.end(JSON.stringify({ sub, email, token }));
      });
      await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    });
    after(() => page.close());

    beforeEach(async () => {
      chmodSync(folder.path, 0o755); // started as root, Apache serves as another account
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const callback = `${origin}/signed-in`;
      const { client, secret } = await makeClient(served, {
        redirect_uris: [callback],
        options: {
          // the module takes an error with iss for a request to sign in at another provider
          ...DEFAULT_OPTIONS,
          authorization_response_iss_parameter: false,
          backchannel_logout_uri: `${callback}?logout=backchannel`,
        },
      });
      const site = join(folder.path, "apache2.conf");
      writeFileSync(
        site,
        `ServerName 127.0.0.1
Listen 127.0.0.1:${port}
ServerRoot ${folder.path}
DefaultRuntimeDir ${folder.path}
PidFile ${folder.path}/apache2.pid
ErrorLog ${folder.path}/error.log
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
${userInfo().uid === 0 ? "User www-data\nGroup www-data" : ""}
OIDCProviderMetadataURL ${served.origin}/.well-known/openid-configuration
OIDCClientID ${client.id}
OIDCClientSecret ${secret}
OIDCRedirectURI ${callback}
OIDCCryptoPassphrase 4-tests-on-loopback-only
OIDCScope "openid profile email"
OIDCPKCEMethod S256
# tokens are valid for an hour: every request refreshes
OIDCRefreshAccessTokenBeforeExpiry 3600
<Location />
  AuthType openid-connect
  Require valid-user
  ProxyPass ${addressOf(page)}/
</Location>
<Location /signed-in>
  ProxyPass !
</Location>
`,
      );
      apache = await serveParty("mod-auth-openidc", port, ["-D", "FOREGROUND", "-f", site]);
    });
    afterEach(() => apache.stop());
    const errors = (): string => readFileSync(join(folder.path, "error.log"), "utf8");

    const pageIn = async (visitor: Visitor): Promise<Record<string, string>> =>
      JSON.parse((await visitor.get("/reports")).text) as Record<string, string>;

    it("tells the page who signed in, and refreshes the access token", async () => {
      const { user, browser } = await served.consentBrowser();
      const visitor = new Visitor(origin);
      const { status, headers } = await browser.signInTo(visitor, "/reports");
      expect([status, headers["location"]], errors()).to.deep.equal([302, `${origin}/reports`]);
      const [first, second] = [await pageIn(visitor), await pageIn(visitor)];
      for (const told of [first, second]) expect(told).to.include({ sub: user.id, email: user.email });
      expect(second["token"]).not.to.equal(first["token"]);
    });

    it("refreshes again after a page has asked for many things at once", async () => {
      const { browser } = await served.consentBrowser();
      const visitor = new Visitor(origin);
      await browser.signInTo(visitor, "/reports");
      const pages = await Promise.all(Array.from({ length: 8 }, () => pageIn(visitor)));
      const { token } = await pageIn(visitor);
      expect(
        pages.map((page) => page["token"]),
        errors(),
      ).to.not.include(token);
    });

    it("asks again once the user has signed out of the service", async () => {
      const { browser } = await served.consentBrowser();
      const visitor = new Visitor(origin);
      await browser.signInTo(visitor, "/reports");
      expect((await visitor.get("/reports")).status).to.equal(200);
      await browser.signOut();
      expect(await deliverLogoutNotices(served.services), errors()).to.equal(1);
      const { status, headers } = await visitor.get("/reports");
      expect([status, new URL(headers["location"] as string).origin]).to.deep.equal([302, served.origin]);
    });

    it("says that the user denied the request", async () => {
      const { browser } = await served.consentBrowser();
      const visitor = new Visitor(origin);
      const { headers } = await visitor.get("/reports");
      const { pathname, search } = await browser.deny(headers["location"] as string);
      expect((await visitor.get(pathname + search)).text).to.include("access_denied");
    });

    it("rejects the answer in another browser", async () => {
      const { browser } = await served.consentBrowser();
      const another = new Visitor(origin);
      const { status } = await browser.signInTo(new Visitor(origin), "/reports", another);
      expect(status).to.equal(400);
      expect((await another.get("/reports")).status).to.equal(302);
    });
  });
