import { expect } from "chai";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../../src/models/client-options.js";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const CALLBACK = "http://127.0.0.1:8765/callback";
/** Programs that print an address and read where it led to → the options that they need. */
const PROGRAMS: Record<string, Partial<ClientOptions>> = {
  python: {},
  go: {},
  goth: { code_binding: "none" },
  java: {},
};

for (const [name, needed] of Object.entries(PROGRAMS).filter(([name]) => name in BUILT_PARTIES))
  describe(`A relying party with ${BUILT_PARTIES[name]!.library}, which knows only the issuer`, function () {
    this.timeout(60_000);
    const served = useServed();

    async function run(
      answer: (address: string) => Promise<URL>,
      options = needed,
      more: readonly string[] = [],
    ) {
      const { client, secret } = await makeClient(served, {
        redirect_uris: [CALLBACK],
        options: { ...DEFAULT_OPTIONS, ...options },
      });
      const parameters = [served.origin, client.id, secret, CALLBACK, ...more];
      const { told, code, errors } = await converse(name, parameters, {
        AUTHORIZE: async (address) => (await answer(address)).href,
      });
      return { claims: JSON.parse(told["CLAIMS"] ?? "null") as unknown, code, errors };
    }

    it("signs a user in", async () => {
      const { user, browser } = await served.consentBrowser();
      const { claims, code, errors } = await run(browser.allow);
      expect(code, errors).to.equal(0);
      expect(claims).to.deep.equal({ sub: user.id, email: user.email });
    });

    if (name === "python")
      it("signs a user in for an organisation, and is told which one, also after refreshing", async () => {
        const { user, browser } = await served.consentBrowser();
        const { id } = await makeOrganisation(served, user);
        const { claims, code, errors } = await run(browser.allow, needed, ["acme"]);
        expect(code, errors).to.equal(0);
        const told = { org_id: id, org_slug: "acme", org_roles: ["owner"] };
        expect(claims, "ID token, userinfo, and both refreshed").to.deep.equal([told, told, told, told]);
      });

    it("notices the answer to another request", async () => {
      const { browser } = await served.consentBrowser();
      const { claims, code } = await run(async (address) => {
        const back = await browser.allow(address);
        back.searchParams.set("state", "another");
        return back;
      });
      expect(code).not.to.equal(0);
      expect(claims).to.equal(null);
    });

    if (needed.code_binding === "none")
      it("is told what is missing when its client has to send a code challenge", async () => {
        const { browser } = await served.consentBrowser();
        let back: URL | undefined;
        const { claims, code, errors } = await run(
          async (address) => (back = await browser.open(address)),
          {},
        );
        expect([back!.searchParams.get("error"), back!.searchParams.get("error_description")]).to.deep.equal([
          "invalid_request",
          "code_challenge is missing. Send code_challenge with code_challenge_method=S256.",
        ]);
        expect(code).not.to.equal(0);
        expect(errors, "goth ignores the error, and redeems a code that it didn't get").to.contain(
          "code is missing.",
        );
        expect(claims).to.equal(null);
      });
  });
