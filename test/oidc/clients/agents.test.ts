import { expect } from "chai";
import request from "supertest";
import { HOUR } from "../../../src/lib/clock.js";
import { describeWith } from "../../support/app/requires.js";
import type { Visit } from "../../support/browser/chromium.js";
import { useRunningProduct } from "../../support/browser/running-product.js";
import { useAgentDocument } from "../../support/oauth/agent-document.js";
import { BUILT_PARTIES, converse } from "../../support/oauth/built-parties.js";
import { callbackOn, closeCallback } from "../../support/oauth/callback.js";

const REDIRECT = "http://127.0.0.1:8766/callback";
const AGENTS = ["agent-default", "agent-auto", "agent-sdk", "agent-python", "agent-fastmcp"];

/** Allows a request of the agent in the browser. @returns where the browser has come back to */
async function allow({ page }: Visit): Promise<string> {
  // agents that listen there themselves begin after this
  const { hostname, port } = new URL(REDIRECT);
  const callback = await callbackOn(hostname, Number(port));
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByRole("heading", { name: "Back at the client" }).waitFor();
  closeCallback(callback);
  return page.url();
}

for (const name of AGENTS.filter((agent) => agent in BUILT_PARTIES))
  describeWith(
    "Chromium",
    `An agent with ${BUILT_PARTIES[name]!.library}, which knows only the address`,
    () => {
      const { world, product } = useRunningProduct({ CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
      const document = useAgentDocument(world, REDIRECT);

      it("signs its user in, uses tools, asks for more, refreshes its token, and ends when it is disconnected", async () => {
        const owner = await world.make.user({ role: "system_admin" });
        const ada = await world.make.user();
        await world.make.user({ first_name: "Grace", last_name: "Hopper" });
        const browser = await product.visit();
        const asked: string[] = [];
        const { told, code, errors } = await converse(
          name,
          [`${product.origin}/mcp`, document.address, REDIRECT, ada.id],
          {
            AUTHORIZE: async (address) => {
              const { pathname, search, searchParams } = new URL(address);
              asked.push(searchParams.get("scope")!);
              await browser.open(pathname + search);
              if (asked.length === 1) {
                await browser.fill({ Email: owner.email, Password: "correct-horse-battery" });
                await browser.press("Sign in");
              }
              expect(await browser.text())
                .to.contain("Helper wants to access your account")
                .and.contain(new URL(document.address).host);
              return allow(browser);
            },
            EXPIRED: () => {
              world.advance(2 * HOUR);
              return Promise.resolve("");
            },
            DISCONNECT: async () => {
              const token = await world.make.token(owner);
              await request(world.server)
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
    },
  );
