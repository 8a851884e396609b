import type { ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { until } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";
import { freePort } from "../../support/database/mariadb.js";
import { addressOf } from "../../support/browser/running-product.js";
import { BUILT_PARTIES, runParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";

/** The cookies of a browser on one site. */
class Jar {
  private readonly cookies = new Map<string, string>();

  async get(url: URL | string): Promise<Response> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "") this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }
}

/** A program that puts a sign-in before any web page. */
if ("oauth2-proxy" in BUILT_PARTIES)
  describe("oauth2-proxy in front of a page, which knows only the issuer", function () {
    this.timeout(60_000);
    const served = useServed();
    let page: Server;
    let proxy: ChildProcess;
    let origin: string;

    before(async () => {
      page = createServer((request, response) => {
        response.end(`Hello, ${request.headers["x-forwarded-email"] as string}`);
      });
      await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    });
    after(() => page.close());

    beforeEach(async () => {
      origin = `http://127.0.0.1:${await freePort()}`;
      const { client, secret } = await makeClient(served, { redirect_uris: [`${origin}/oauth2/callback`] });
      proxy = runParty("oauth2-proxy", [
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
        `--http-address=${new URL(origin).host}`,
      ]);
      const isUp = (): Promise<boolean> =>
        fetch(`${origin}/ping`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until("the proxy has read the metadata", isUp);
    });
    afterEach(() => proxy.kill());

    it("shows the page to a user who has signed in", async () => {
      const { user, browser } = await served.consentBrowser(
        await served.make.user({ role: "admin", email_verified_at: Date.now() }),
      );
      const jar = new Jar();
      const asked = await jar.get(`${origin}/reports`);
      const back = await browser.allow(asked.headers.get("location")!);
      const signedIn = await jar.get(back);
      expect([signedIn.status, signedIn.headers.get("location")]).to.deep.equal([302, "/reports"]);
      expect(await (await jar.get(`${origin}/reports`)).text()).to.equal(`Hello, ${user.email}`);
    });

    it("refuses a user whose address isn't verified, and an answer in another browser", async () => {
      const { browser } = await served.consentBrowser();
      const jar = new Jar();
      const asked = await jar.get(`${origin}/`);
      const back = await browser.allow(asked.headers.get("location")!);
      expect((await new Jar().get(back)).status).to.equal(403);
      expect((await jar.get(back)).status).to.equal(500);
    });
  });
