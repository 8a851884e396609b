import { expect } from "chai";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";
import { makeDirectory } from "../../support/scim/directory.js";

if ("scim-tester" in BUILT_PARTIES)
  describe("scim2-tester", function () {
    this.timeout(60_000);
    const served = useServed();

    it("finds nothing wrong with the SCIM service", async () => {
      const { token } = await makeDirectory(served, await served.make.user());
      const parameters = [`${served.origin}/scim/v2`, token, "acme.example"];
      const { told, code, errors } = await converse("scim-tester", parameters, {});
      expect(code, errors).to.equal(0);
      expect(Number(told["PASSED"]), errors).to.be.greaterThan(15);
    });
  });
