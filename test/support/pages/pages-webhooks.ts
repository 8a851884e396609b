import { DAY } from "../../../src/lib/clock.js";
import type { Visit } from "../browser/chromium.js";
import type { RunningProduct } from "../browser/running-product.js";
import { makeDelivery, makeWebhook } from "../webhooks/webhooks.js";
import { MOMENT } from "./demo.js";
import { administrator, sendsNothing, type OpenPage } from "./page-states.js";
import type { PageState } from "./pages.js";

const WEBHOOK = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
const DELIVERY = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d50";

/** A webhook of an account that the administrator sees, with a delivery that has failed after a long answer. */
async function addWebhook({ world }: RunningProduct): Promise<void> {
  const owner = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
  await makeWebhook(world, owner, { id: WEBHOOK });
  const answer_excerpt = `<html>${"Bad gateway. ".repeat(60)}${"=".repeat(200)}</html>`;
  await makeDelivery(world, WEBHOOK, { id: DELIVERY, answer_status: 502, answer_excerpt });
}

/** The same webhook after three days without success. */
async function addPausedWebhook(product: RunningProduct): Promise<void> {
  await addWebhook(product);
  const state = { paused: true, pause_reason: "failed", failing_since: MOMENT - 3 * DAY };
  await product.world.services.knex("webhooks").update(state);
}

const createWebhook = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#url").fill("https://shop.example.test/hooks/authdock");
  await visit.page.locator("#types-all").check();
  await visit.leaving(() => visit.page.locator("main form .btn-primary").click());
};

const at = (path: string, prepare?: typeof addWebhook): OpenPage =>
  administrator(`/admin/webhooks${path}`, prepare ? { prepare } : {});

const page = (name: string, route: PageState["route"], show: OpenPage): PageState => ({
  name,
  route,
  show,
  unpictured: true,
});

/** The pages about webhooks. */
export const WEBHOOK_PAGES: PageState[] = [
  page("webhooks", "admin.webhooks.index", at("", addWebhook)),
  page("webhooks-none", "admin.webhooks.index", at("")),
  page("webhooks-create", "admin.webhooks.create", at("/create")),
  page("webhooks-errors", "admin.webhooks.create", sendsNothing(at("/create"), "/admin/webhooks")),
  page(
    "webhooks-created",
    "admin.webhooks.create",
    administrator("/admin/webhooks/create", { then: createWebhook }),
  ),
  page("webhooks-edit", "admin.webhooks.edit", at(`/${WEBHOOK}`, addWebhook)),
  page("webhooks-paused", "admin.webhooks.edit", at(`/${WEBHOOK}`, addPausedWebhook)),
  page("webhooks-deliveries", "admin.webhooks.deliveries", at(`/${WEBHOOK}/deliveries`, addWebhook)),
  page("webhooks-delivery", "admin.webhooks.delivery", at(`/${WEBHOOK}/deliveries/${DELIVERY}`, addWebhook)),
];
