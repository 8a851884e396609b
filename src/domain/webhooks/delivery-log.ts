import type { Knex } from "knex";
import { v7 as uuidv7, validate as isUuid } from "uuid";
import { RowNotFound } from "../../lib/failures.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import {
  DeliveryList,
  type DeliveryRow,
  type DeliveryStatus,
  type ListedDelivery,
} from "../../models/events/webhook-delivery.js";
import type { Webhook } from "../../models/events/webhook.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { findEvent } from "../events/event-log.js";
import { deliveryOf } from "./fan-out.js";
import { getWebhook, lockWebhook, mayManage, rightsOf } from "./managed-webhooks.js";
import { requeue, requeueFailed } from "./requeueing.js";
import { TEST_POSITION, TEST_TYPE } from "./test-event.js";

/** The deliveries of a webhook, newest first. @throws RowNotFound */
export async function listDeliveries(
  { services, actor, signal }: ReadCall<RoleHolder>,
  webhookId: string,
  request: PageRequest,
  status?: DeliveryStatus,
): Promise<ListPage<ListedDelivery>> {
  const { webhook } = await getWebhook(services.knex, actor, webhookId);
  const read = (knex: Knex) => readPage(request, new DeliveryList(knex, webhook.id, status));
  const found = await services.reads.run(read, { signal });
  return mapPage(found, (delivery) => asSent(webhook, delivery));
}

/** A paused webhook is sent tests only: nothing else has a next attempt. */
const asSent = <Row extends ListedDelivery>({ paused }: Webhook, delivery: Row): Row =>
  paused && delivery.event_type !== TEST_TYPE ? { ...delivery, next_attempt_at: null } : delivery;

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
  const delivery = asSent(webhook, await findDelivery(knex, webhook.id, id));
  const owner = await rightsOf(knex, actor.allRoles, webhook);
  const isShown = mayManage(actor, webhook.user_id, owner) && (await mayRead({ services, actor }, delivery));
  return isShown ? delivery : { ...delivery, payload: null, answer_excerpt: null };
}

const mayRead = async (
  call: ReadCall<RoleHolder>,
  { event_type: type, event_id: id }: DeliveryRow,
): Promise<boolean> => type === TEST_TYPE || (await findEvent(call, id)) !== undefined;

async function findDelivery(knex: Knex, webhookId: string, id: string): Promise<DeliveryRow> {
  const row: unknown = isUuid(id)
    ? await knex("webhook_deliveries").where({ id, webhook_id: webhookId }).first()
    : undefined;
  if (row === undefined) throw new RowNotFound();
  return row as DeliveryRow;
}

/** Queues a delivery again. @throws RowNotFound, ActionForbidden */
export async function retryDelivery(
  call: ActorCall<Administrator>,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const { webhook } = await lockWebhook(context, "webhooks.update", webhookId);
    await findDelivery(trx, webhook.id, id);
    await requeue(trx, [id]);
    return asSent(webhook, await findDelivery(trx, webhook.id, id));
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
  await inActorContext(call, (context) => lockWebhook(context, "webhooks.update", webhookId));
  return requeueFailed(call.services.knex, webhookId, since);
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
    const delivery = deliveryOf(
      { id: uuidv7(), type: TEST_TYPE, position: TEST_POSITION, ...subject },
      webhook.id,
    );
    await trx("webhook_deliveries").insert(delivery);
    return findDelivery(trx, webhook.id, delivery.id);
  });
}
