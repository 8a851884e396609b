import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, runParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";

const CALLBACK = "http://127.0.0.1:8765/callback";
/** Those that print an address and read where it led to; the others have tests of their own. */
const PROGRAMS = ["python", "go", "java"].filter((name) => name in BUILT_PARTIES);

for (const name of PROGRAMS)
  describe(`A relying party with ${BUILT_PARTIES[name]!.library}, which knows only the issuer`, function () {
    this.timeout(60_000);
    const served = useServed();

    /** Runs the program, which prints an address, reads where it led to, and prints what it learned. */
    async function signIn(tamper: (back: URL) => URL = (back) => back) {
      const { client, secret } = await makeClient(served, { redirect_uris: [CALLBACK] });
      const { user, browser } = await served.consentBrowser();
      const program = runParty(name, [served.origin, client.id, secret, CALLBACK]);
      let errors = "";
      program.stderr.on("data", (part: Buffer) => (errors += part.toString()));
      const exited = once(program, "exit") as Promise<[number]>;
      let claims: unknown = null;
      for await (const line of createInterface(program.stdout)) {
        const [, word, value = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
        if (word === "AUTHORIZE") program.stdin.end(`${tamper(await browser.allow(value)).href}\n`);
        if (word === "CLAIMS") claims = JSON.parse(value);
      }
      return { user, claims, code: (await exited)[0], errors };
    }

    it("signs a user in", async () => {
      const { user, claims, code, errors } = await signIn();
      expect(code, errors).to.equal(0);
      expect(claims).to.deep.equal({ sub: user.id, email: user.email });
    });

    it("notices the answer to another request", async () => {
      const { claims, code } = await signIn((back) => {
        back.searchParams.set("state", "another");
        return back;
      });
      expect(code).not.to.equal(0);
      expect(claims).to.equal(null);
    });
  });
