import { join } from "node:path";
import { expect } from "chai";
import { useFolder, type ProductProcess } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";
import { Visitor } from "../../support/app/web.js";
import { freePort } from "../../support/database/mariadb.js";
import { BUILT_PARTIES, serveParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";

/** A Django site whose accounts are made by the first sign-in. */
if ("django-allauth" in BUILT_PARTIES)
  describe("django-allauth, which knows only the issuer", function () {
    this.timeout(60_000);
    const served = useServed();
    const folder = useFolder();
    let django: ProductProcess;
    let origin: string;

    beforeEach(async () => {
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const { client, secret } = await makeClient(served, {
        redirect_uris: [`${origin}/accounts/oidc/authdock/login/callback/`],
      });
      const database = join(folder.path, `${port}.sqlite`);
      django = await serveParty("django-allauth", port, [
        ...[served.origin, client.id, secret],
        ...[database, String(port)],
      ]);
    });
    afterEach(() => django.stop());

    const LOGIN = "/accounts/oidc/authdock/login/?next=/";
    const accountIn = async (visitor: Visitor): Promise<unknown> =>
      JSON.parse((await visitor.get("/")).text) as unknown;

    it("signs a user in, the next time to the same account", async () => {
      const { user, browser } = await served.consentBrowser();
      const { browser: anotherBrowser } = await served.consentBrowser();
      for (const visitor of [new Visitor(origin), new Visitor(origin)]) {
        const { status, headers, text } = await browser.signInTo(visitor, LOGIN);
        expect([status, headers["location"]], django.errors + text).to.deep.equal([302, "/"]);
        expect(await accountIn(visitor)).to.deep.equal({ id: 1, email: user.email, sub: user.id });
      }
      const visitor = new Visitor(origin);
      await anotherBrowser.signInTo(visitor, LOGIN);
      expect(await accountIn(visitor)).to.include({ id: 2 });
    });

    it("rejects the answer in another browser", async () => {
      const { browser } = await served.consentBrowser();
      const another = new Visitor(origin);
      const { text } = await browser.signInTo(new Visitor(origin), LOGIN, another);
      expect(text).to.include("Login Failure");
      expect((await another.get("/")).status).to.equal(302);
    });
  });
