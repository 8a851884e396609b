import type { Knex } from "knex";
import { v7 as uuidv7, validate as isUuid } from "uuid";
import { now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import {
  DeliveryList,
  type DeliveryRow,
  type DeliveryStatus,
  type ListedDelivery,
} from "../../models/events/webhook-delivery.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { readEvents } from "../events/event-log.js";
import { deliveryOf } from "./fan-out.js";
import { getWebhook, lockWebhook, mayManage, rightsOf } from "./managed-webhooks.js";
import { TEST_TYPE } from "./test-event.js";

/** The deliveries of a webhook, newest first. @throws RowNotFound */
export async function listDeliveries(
  { services, actor, signal }: ReadCall<RoleHolder>,
  webhookId: string,
  request: PageRequest,
  status?: DeliveryStatus,
): Promise<ListPage<ListedDelivery>> {
  const { webhook } = await getWebhook(services.knex, actor, webhookId);
  const read = (knex: Knex) => readPage(request, new DeliveryList(knex, webhook.id, status));
  return services.reads.run(read, { signal });
}

/**
 * A delivery with what was sent and answered. Both are left out for an actor who couldn't read the event, or who lacks
 * permissions of the webhook's owner: an answer can repeat what was sent.
 * @throws RowNotFound
 */
export async function getDelivery(
  { services, actor }: ReadCall<Administrator>,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  const { knex } = services;
  const { webhook } = await getWebhook(knex, actor, webhookId);
  const delivery = await findDelivery(knex, webhook.id, id);
  const owner = await rightsOf(knex, actor.allRoles, webhook);
  const isShown = mayManage(actor, webhook.user_id, owner) && (await mayRead(knex, actor, delivery));
  return isShown ? delivery : { ...delivery, payload: null, answer_excerpt: null };
}

const mayRead = async (
  knex: Knex,
  actor: RoleHolder,
  { event_type: type, event_id: id }: DeliveryRow,
): Promise<boolean> => type === TEST_TYPE || (await readEvents(knex, actor, [id])).has(id);

async function findDelivery(knex: Knex, webhookId: string, id: string): Promise<DeliveryRow> {
  const row: unknown = isUuid(id)
    ? await knex("webhook_deliveries").where({ id, webhook_id: webhookId }).first()
    : undefined;
  if (row === undefined) throw new RowNotFound();
  return row as DeliveryRow;
}

/** What a delivery is before its first attempt, apart from the time of the next one. */
const ANEW = {
  status: "pending",
  attempts: 0,
  first_attempt_at: null,
  delivered_at: null,
  answer_status: null,
  answer_excerpt: null,
  error: null,
  duration_ms: null,
  leased_until: null,
  lease_id: null,
} as const;

/** A paused webhook sends it when it is resumed. */
const againAt = (paused: boolean): Pick<DeliveryRow, "next_attempt_at"> => ({
  next_attempt_at: paused ? null : now(),
});

/** Queues a delivery again. @throws RowNotFound, ActionForbidden */
export async function retryDelivery(
  call: ActorCall<Administrator>,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const { webhook } = await lockWebhook(context, "webhooks.update", webhookId);
    const { paused } = webhook;
    await findDelivery(trx, webhook.id, id);
    // one that is just being sent stays with its process
    await trx("webhook_deliveries")
      .where({ id })
      .where((free) => void free.whereNull("leased_until").orWhere("leased_until", "<=", now()))
      .update({ ...ANEW, ...againAt(paused) });
    return findDelivery(trx, webhook.id, id);
  });
}

/**
 * Queues the failed deliveries again that were queued at this time or later.
 * @returns their number
 * @throws RowNotFound, ActionForbidden
 */
export async function retryFailedDeliveries(
  call: ActorCall<Administrator>,
  webhookId: string,
  since: number,
): Promise<number> {
  return inActorContext(call, async (context) => {
    const { webhook } = await lockWebhook(context, "webhooks.update", webhookId);
    return context
      .trx("webhook_deliveries")
      .where({ webhook_id: webhook.id, status: "failed" })
      .where("created_at", ">=", since)
      .whereNot({ event_type: TEST_TYPE })
      .update({ ...ANEW, ...againAt(webhook.paused) });
  });
}

/** Queues a test event. @throws RowNotFound, ActionForbidden */
export async function sendTestEvent(
  call: ActorCall<Administrator>,
  webhookId: string,
): Promise<ListedDelivery> {
  return inActorContext(call, async (context: ActorContext<Administrator>) => {
    const { trx } = context;
    const { webhook } = await lockWebhook(context, "webhooks.update", webhookId);
    const subject = { subject_type: "webhook", subject_id: webhook.id };
    const delivery = deliveryOf({ id: uuidv7(), type: TEST_TYPE, position: 0, ...subject }, webhook.id);
    await trx("webhook_deliveries").insert(delivery);
    return findDelivery(trx, webhook.id, delivery.id);
  });
}
