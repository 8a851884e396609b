import { expect } from "chai";
import { SECOND } from "../../../src/lib/clock.js";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";

/** Programs that print a user code, poll, and wait as long as they were told. */
const PROGRAMS = ["openidconnect"].filter((name) => name in BUILT_PARTIES);

for (const name of PROGRAMS)
  describe(`A device with ${BUILT_PARTIES[name]!.library}, which knows only the issuer`, function () {
    this.timeout(60_000);
    const served = useServed();

    /** Runs the program; the user decides after its first poll. */
    async function run(decide: (userCode: string) => Promise<void>) {
      const { client } = await makeClient(served, { type: "public" });
      const { told, code, errors } = await converse(name, [served.origin, client.id], {
        WAIT: async (seconds, { DEVICE: userCode = "" }) => {
          await decide(userCode);
          served.advance(Number(seconds) * SECOND);
          return "";
        },
      });
      return { claims: JSON.parse(told["CLAIMS"] ?? "null") as unknown, waited: told["WAIT"], code, errors };
    }

    it("signs in the user who approves it, after the time that it was told to wait", async () => {
      const { user, browser } = await served.consentBrowser();
      const { claims, waited, code, errors } = await run(browser.approveDevice);
      expect(code, errors).to.equal(0);
      expect(waited).to.equal("5");
      expect(claims).to.deep.equal({ sub: user.id, email: user.email });
    });

    it("ends with access_denied when the user denies", async () => {
      const { browser } = await served.consentBrowser();
      const { claims, code, errors } = await run(browser.denyDevice);
      expect(code).not.to.equal(0);
      expect(errors).to.contain("access_denied");
      expect(claims).to.equal(null);
    });
  });
