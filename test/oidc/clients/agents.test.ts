import { expect } from "chai";
import request from "supertest";
import { HOUR } from "../../../src/lib/clock.js";
import { useAgentDocument } from "../../support/oauth/agent-document.js";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";

const REDIRECT = "http://127.0.0.1:8766/callback";
const AGENTS = ["agent-default", "agent-auto", "agent-sdk", "agent-python", "agent-fastmcp"];

for (const name of AGENTS.filter((agent) => agent in BUILT_PARTIES))
  describe(`An agent with ${BUILT_PARTIES[name]!.library}, which knows only the address`, function () {
    this.timeout(60_000);
    const served = useServed({ CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
    const document = useAgentDocument(served, REDIRECT);

    it("signs its user in, uses tools, asks for more, refreshes its token, and ends when it is disconnected", async () => {
      const owner = await served.make.user({ role: "system_admin" });
      const ada = await served.make.user();
      await served.make.user({ first_name: "Grace", last_name: "Hopper" });
      const { browser } = await served.consentBrowser(owner);
      const asked: string[] = [];
      const { told, code, errors } = await converse(
        name,
        [`${served.origin}/mcp`, document.address, REDIRECT, ada.id],
        {
          AUTHORIZE: async (address) => {
            asked.push(new URL(address).searchParams.get("scope")!);
            return (await browser.allow(address)).href;
          },
          EXPIRED: () => {
            served.advance(2 * HOUR);
            return Promise.resolve("");
          },
          DISCONNECT: async () => {
            const token = await served.make.token(owner);
            await request(served.server)
              .delete("/api/v1/auth/me/applications")
              .auth(token, { type: "bearer" })
              .expect(200);
            return "";
          },
        },
      );
      expect(code, errors).to.equal(0);
      const tools = JSON.parse(told["TOOLS"]!) as string[];
      expect(tools).to.include("users.index").and.not.include("users.update");
      expect(asked).to.deep.equal(["users.read", "users.read users.write"]);
      const { ME, FOUND, STALE, REFUSED, REFRESHED, ENDED } = told;
      expect({ ME, FOUND, STALE, REFUSED, REFRESHED, ENDED }).to.deep.equal({
        ...{ ME: owner.id, FOUND: '["Grace"]', STALE: "stale", REFUSED: "confirmation_required" },
        ...{ REFRESHED: owner.id, ENDED: "yes" },
      });
    });
  });
