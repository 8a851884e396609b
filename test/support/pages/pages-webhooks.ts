import type { RunningProduct } from "../browser/running-product.js";
import { makeDelivery, makeWebhook } from "../webhooks/webhooks.js";
import { administrator } from "./page-states.js";
import type { PageState } from "./pages.js";

const WEBHOOK = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
const DELIVERY = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d50";

/** A webhook of an account that the administrator sees, with a delivery that has failed. */
async function addWebhook({ world }: RunningProduct): Promise<void> {
  const owner = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
  await makeWebhook(world, owner, { id: WEBHOOK });
  await makeDelivery(world, WEBHOOK, { id: DELIVERY });
}

const page = (name: string, route: PageState["route"], path: string, isFull = true): PageState => ({
  name,
  route,
  show: administrator(`/admin/webhooks${path}`, isFull ? { prepare: addWebhook } : {}),
  unpictured: true,
});

/** The pages about webhooks. */
export const WEBHOOK_PAGES: PageState[] = [
  page("webhooks", "admin.webhooks.index", ""),
  page("webhooks-none", "admin.webhooks.index", "", false),
  page("webhooks-create", "admin.webhooks.create", "/create", false),
  page("webhooks-edit", "admin.webhooks.edit", `/${WEBHOOK}`),
  page("webhooks-deliveries", "admin.webhooks.deliveries", `/${WEBHOOK}/deliveries`),
  page("webhooks-delivery", "admin.webhooks.delivery", `/${WEBHOOK}/deliveries/${DELIVERY}`),
];
