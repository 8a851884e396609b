import { expect } from "chai";
import { useAgentDocument } from "../../support/oauth/agent-document.js";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";

const REDIRECT = "http://127.0.0.1:8767/callback";

if ("inspector" in BUILT_PARTIES)
  describe("The inspector, which knows only the address", function () {
    this.timeout(120_000);
    const served = useServed({ CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
    const document = useAgentDocument(served, REDIRECT);

    it("signs its user in, and finds no tool that a host could reject", async () => {
      const { browser } = await served.consentBrowser(await served.make.user({ role: "system_admin" }));
      const { told, code, errors } = await converse(
        "inspector",
        [`${served.origin}/mcp`, document.address, REDIRECT],
        { AUTHORIZE: async (address) => (await browser.allow(address)).href },
      );
      expect(code, errors).to.equal(0);
      expect(JSON.parse(told["TOOLS"]!)).to.include.members(["auth.me", "users.index"]);
    });
  });

/** The others ask for tools, prompts and resources of a server that is made for the suite, or for what this one doesn't have. */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

if ("conformance" in BUILT_PARTIES)
  describe("The conformance suite of the Model Context Protocol", function () {
    this.timeout(120_000);
    const served = useServed();

    it("passes where it asks for what this server has", async () => {
      await served.services.settings.write({ "agents.enabled": "1" });
      const token = await served.make.token(await served.make.user({ role: "system_admin" }));
      const { told, errors } = await converse(
        "conformance",
        [`${served.origin}/mcp`, token, ...SCENARIOS],
        {},
      );
      const passed = SCENARIOS.map((scenario) => [scenario.replaceAll("-", "_"), "passed"]);
      expect(told, errors).to.deep.equal(Object.fromEntries(passed));
    });
  });
