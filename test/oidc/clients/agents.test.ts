import { createServer, type Server } from "node:https";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import request from "supertest";
import { HOUR } from "../../../src/lib/clock.js";
import { useServed } from "../../support/app/served.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";

const REDIRECT = "http://127.0.0.1:8766/callback";
const AGENTS = ["agent-default", "agent-auto", "agent-sdk", "agent-python", "agent-fastmcp"];

for (const name of AGENTS.filter((agent) => agent in BUILT_PARTIES))
  describe(`An agent with ${BUILT_PARTIES[name]!.library}, which knows only the address`, function () {
    this.timeout(60_000);
    const served = useServed({ CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
    let host: Server;
    let document: string;

    before(async () => {
      // the certificate is trusted by this process, because `npm run agents` says so
      const certificate = process.env["NODE_EXTRA_CA_CERTS"]!;
      const keys = { cert: readFileSync(certificate), key: readFileSync(certificate.replace(/pem$/, "key")) };
      host = createServer(keys, (_request, response) => {
        const metadata = {
          ...{ client_id: document, client_name: "Helper", redirect_uris: [REDIRECT] },
          ...{ grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
        };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(metadata));
      });
      await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
      document = `https://localhost:${(host.address() as AddressInfo).port}/helper.json`;
    });
    after(() => host.close());
    beforeEach(() =>
      served.services.settings.write({
        ...{ "agents.enabled": "1", "agents.change": "1", "agents.destroy": "1" },
        "oauth.client_id_documents": "any",
      }),
    );

    it("signs its person in, uses tools, asks for more, refreshes its token, and ends when it is disconnected", async () => {
      const person = await served.make.user({ role: "system_admin" });
      const ada = await served.make.user();
      await served.make.user({ first_name: "Grace", last_name: "Hopper" });
      const { browser } = await served.consentBrowser(person);
      const asked: string[] = [];
      const { told, code, errors } = await converse(name, [`${served.origin}/mcp`, document, REDIRECT, ada.id], {
        AUTHORIZE: async (address) => {
          asked.push(new URL(address).searchParams.get("scope")!);
          return (await browser.allow(address)).href;
        },
        EXPIRED: () => {
          served.advance(2 * HOUR);
          return Promise.resolve("");
        },
        DISCONNECT: async () => {
          const token = await served.make.token(person);
          await request(served.server)
            .delete("/api/v1/auth/me/applications")
            .auth(token, { type: "bearer" })
            .expect(200);
          return "";
        },
      });
      expect(code, errors).to.equal(0);
      const tools = JSON.parse(told["TOOLS"]!) as string[];
      expect(tools).to.include("users.index").and.not.include("users.update");
      expect(asked).to.deep.equal(["users.read", "users.read users.write"]);
      const { ME, FOUND, STALE, REFUSED, REFRESHED, ENDED } = told;
      expect({ ME, FOUND, STALE, REFUSED, REFRESHED, ENDED }).to.deep.equal({
        ...{ ME: person.id, FOUND: '["Grace"]', STALE: "stale", REFUSED: "confirmation_required" },
        ...{ REFRESHED: person.id, ENDED: "yes" },
      });
    });
  });
