import {
  getDelivery,
  listDeliveries,
  retryDelivery,
  retryFailedDeliveries,
  sendTestEvent,
} from "../../domain/webhooks/delivery-log.js";
import { getWebhook, listWebhooks } from "../../domain/webhooks/managed-webhooks.js";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from "../../domain/webhooks/webhooks.js";
import { ValidationFailed } from "../../lib/failures.js";
import { ApiResponse } from "../envelope.js";
import { ifMatch } from "../if-match.js";
import { respondWithItems, respondWithList } from "../lists.js";
import {
  presentDelivery,
  presentDeliveryDetails,
  presentWebhook,
  webhookTag,
} from "../presenters/webhooks.js";
import type { Call, HandlersOf } from "../types.js";

export const handlers: HandlersOf<"webhooks"> = {
  "webhooks.index": (call) =>
    respondWithItems(call, "-created_at", async () => listWebhooks(call), presentWebhook),

  "webhooks.store": async (call) => {
    const { description = "", ...body } = call.body;
    return showSecret(call, await createWebhook(call, { ...body, description }));
  },

  "webhooks.show": (call) => show(call),

  "webhooks.update": async (call) => {
    await updateWebhook(call, call.params.webhook, call.body ?? {}, ifMatch(call.headers["If-Match"]));
    return show(call);
  },

  "webhooks.update.secret": async (call) =>
    showSecret(call, await rotateWebhookSecret(call, call.params.webhook, ifMatch(call.headers["If-Match"]))),

  "webhooks.destroy": async (call) => {
    await deleteWebhook(call, call.params.webhook, ifMatch(call.headers["If-Match"]));
    return ApiResponse.empty();
  },

  "webhooks.update.test": async (call) =>
    ApiResponse.ok(presentDelivery(await sendTestEvent(call, call.params.webhook))),

  "webhooks.show.deliveries": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => listDeliveries(call, call.params.webhook, request, call.query.filter?.status),
      presentDelivery,
    ),

  "webhooks.show.delivery": async (call) => {
    const { webhook, delivery } = call.params;
    return ApiResponse.ok(presentDeliveryDetails(await getDelivery(call, webhook, delivery)));
  },

  "webhooks.update.delivery.retry": async (call) => {
    const { webhook, delivery } = call.params;
    return ApiResponse.ok(presentDelivery(await retryDelivery(call, webhook, delivery)));
  },

  "webhooks.update.deliveries.retry": async (call) => {
    const count = await retryFailedDeliveries(call, call.params.webhook, timeIn(call.body.since));
    return ApiResponse.ok({ count });
  },
};

type OfWebhook = Pick<Call<"webhooks.show">, "actor" | "services" | "params">;

/** The stored row, because a changed one carries its own time. @throws RowNotFound */
async function show({ actor, services, params }: OfWebhook) {
  const owned = await getWebhook(services.knex, actor, params.webhook);
  return ApiResponse.ok(presentWebhook(owned), { ETag: webhookTag(owned.webhook) });
}

/** The only answer with the secret. */
async function showSecret(
  { actor, services }: Pick<OfWebhook, "actor" | "services">,
  { webhook: { id }, secret }: WebhookWithSecret,
) {
  const owned = await getWebhook(services.knex, actor, id);
  const headers = { ETag: webhookTag(owned.webhook), Location: `/api/v1/webhooks/${id}` };
  return ApiResponse.created({ ...presentWebhook(owned), secret }, headers);
}

/** Milliseconds since the epoch. The format accepts days that don't exist. @throws ValidationFailed */
function timeIn(since: string): number {
  const ms = Date.parse(since);
  if (Number.isNaN(ms)) throw new ValidationFailed({ since: ["The since must be a valid date-time."] });
  return ms;
}
