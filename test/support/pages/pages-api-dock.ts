import { setClock, MINUTE } from "../../../src/lib/clock.js";
import type { Visit } from "../browser/chromium.js";
import { createAda, MOMENT } from "./demo.js";
import type { PageState } from "./pages.js";
import { administrator, signIn, type OpenPage } from "./page-states.js";

const DOCK = "/api-dock";
const OAUTH = "/api-dock/oauth";

/** Waits until the contract is rendered, then runs the steps. */
export const opened =
  (then?: (visit: Visit) => Promise<unknown>) =>
  async (visit: Visit): Promise<void> => {
    await visit.page.locator("[data-drawn]").waitFor();
    await then?.(visit);
    await visit.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
  };

/** Opens another section, on the open page or on a new one. */
const at = (address: string, then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  administrator(address, { then: opened(then) });

export const operation = (visit: Visit, id: string) => visit.page.locator(`[data-operation="${id}"]`);

const alone = (id: string, hash: string, then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  at(`${DOCK}?q=${id}#/${hash}`, async (visit) => {
    await operation(visit, id).locator(".dock-failures").waitFor();
    await then?.(visit);
    // already part of the full-page picture
    await visit.page.evaluate(
      'for (const part of document.querySelectorAll("#errors, #schemas")) part.remove()',
    );
  });

/** Uses the reader's own account for requests. */
export async function useAccount(visit: Visit): Promise<void> {
  await visit.page.getByRole("button", { name: "Use my account" }).click();
  await visit.page.getByRole("button", { name: "Revoke", exact: true }).waitFor();
}

/** Sends the request of an open operation and waits for the response. */
export async function execute(visit: Visit, id: string): Promise<void> {
  const { page } = visit;
  await operation(visit, id).getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await operation(visit, id).locator(".dock-answer").waitFor();
}

/** Values that differ with every request. */
const ALIKE = {
  ".dock-checksum code": "3f9a0b6d8c41",
  ".dock-time": "24 ms",
  ".dock-request-id": "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41",
  ".dock-answer .dock-highlight code": '{\n  "success": true,\n  "status": 200,\n  "message": "OK"\n}',
};

const state = (name: string, show: OpenPage): PageState => ({ name, route: "api-dock", show });
const unpictured = (name: string, show: OpenPage): PageState => ({ ...state(name, show), unpictured: true });

/** The API documentation. */
export const API_DOCK_PAGES: readonly PageState[] = [
  state("api-dock", at(DOCK)),
  state("api-dock-operation", alone("users.show", "Users/users.show")),
  unpictured(
    "api-dock-form",
    alone("users.update", "Users/users.update", async (visit) => {
      await operation(visit, "users.update").getByRole("button", { name: "Try it out" }).click();
      await operation(visit, "users.update").getByText("Middleware").click();
      await operation(visit, "users.update").locator(".dock-failures summary").first().click();
    }),
  ),
  state(
    "api-dock-answer",
    alone("auth.me", "Authentication/auth.me", async (visit) => {
      await visit.context.clock.setFixedTime(MOMENT);
      await useAccount(visit);
      await execute(visit, "auth.me");
      await visit.overwrite(ALIKE);
    }),
  ),
  {
    ...unpictured("api-dock-oauth", administrator(OAUTH, { then: opened() })),
    route: "api-dock.oauth",
  },
  {
    ...unpictured(
      "api-dock-oauth-token",
      administrator(`${OAUTH}?q=oauth.token#/Tokens/oauth.token`, {
        then: opened(async (visit) => {
          await operation(visit, "oauth.token").locator(".dock-failures").waitFor();
          await operation(visit, "oauth.token").getByRole("button", { name: "Try it out" }).click();
        }),
      }),
    ),
    route: "api-dock.oauth",
  },
  unpictured("api-dock-nothing", at(`${DOCK}?q=nowhere+to+be+found`)),
  unpictured("api-dock-password", async (product) => {
    const user = await createAda(product);
    await product.world.make.giveRole(user, "admin");
    const visit = await signIn(product, user);
    setClock(() => MOMENT + 16 * MINUTE);
    await visit.open(`${DOCK}?only=callable`);
    await opened(async () => {
      await visit.page.locator("#dock-password").fill("wrong");
      visit.expected.add(422);
      await visit.page.getByRole("button", { name: "Use my account" }).click();
      await visit.page.locator("#dock-password[aria-invalid]").waitFor();
    })(visit);
    return visit;
  }),
  unpictured(
    "api-dock-schemas",
    at(DOCK, async (visit) => {
      await visit.page.locator("#schemas summary").first().click();
      await visit.page.locator("#schemas .models button").nth(8).click();
    }),
  ),
  unpictured("api-dock-failed", async (product) => {
    const user = await createAda(product);
    await product.world.make.giveRole(user, "system_admin");
    const visit = await signIn(product, user);
    visit.expected.add(503);
    await visit.page.route("**/openapi.json*", (route) => route.fulfill({ status: 503, body: "" }));
    await visit.open(DOCK);
    await visit.page.getByRole("button", { name: "Try again" }).waitFor();
    return visit;
  }),
];
