import type { Knex } from "knex";
import type { LimitFunction } from "p-limit";
import { presentEvent } from "../api/presenters/events.js";
import type { RoleHolder } from "../domain/access/actor.js";
import { findEvent } from "../domain/events/event-log.js";
import type { Services } from "../domain/services.js";
import { finishDelivery } from "../domain/webhooks/delivery-queue.js";
import { rightsOf } from "../domain/webhooks/managed-webhooks.js";
import { pauseWebhook } from "../domain/webhooks/pausing.js";
import { PAYLOAD_KEPT } from "../domain/webhooks/payloads.js";
import { nextAttempt } from "../domain/webhooks/retries.js";
import { presentTestEvent, TEST_TYPE } from "../domain/webhooks/test-event.js";
import { mayHear } from "../domain/webhooks/webhook-input.js";
import { now, SECOND } from "../lib/clock.js";
import { ALL_TYPES, Webhook, type PauseReason } from "../models/events/webhook.js";
import type { DeliveryRow } from "../models/events/webhook-delivery.js";
import { postEvent, type Outcome } from "./post-event.js";

const GONE = 410;

/** What deliveries that are sent together have in common is read once: an event often goes to many webhooks of one owner. */
export class Batch {
  private readonly results = new Map<string, Promise<unknown>>();

  private constructor(
    readonly webhooks: ReadonlyMap<string, Webhook>,
    /** So that requests find connections to the database, results are written a few at a time. */
    readonly inTurn: LimitFunction,
  ) {}

  static async of(knex: Knex, deliveries: readonly DeliveryRow[], inTurn: LimitFunction): Promise<Batch> {
    const ids = new Set(deliveries.map((delivery) => delivery.webhook_id));
    const webhooks = await Webhook.query(knex).findByIds([...ids]);
    return new Batch(new Map(webhooks.map((webhook) => [webhook.id, webhook])), inTurn);
  }

  once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const result = (this.results.get(key) as Promise<T> | undefined) ?? read();
    this.results.set(key, result);
    return result;
  }
}

/**
 * Sends a claimed delivery with what the owner of the webhook can read now, and writes the result.
 * @returns whether the receiver has accepted it; null when nothing was sent
 */
export async function attemptDelivery(
  services: Services,
  delivery: DeliveryRow,
  batch: Batch,
): Promise<boolean | null> {
  const { knex } = services;
  const webhook = batch.webhooks.get(delivery.webhook_id);
  if (!webhook) return null; // deleted, with its deliveries
  if (webhook.paused && delivery.event_type !== TEST_TYPE) return release(knex, delivery);
  const owner = await batch.once(`owner ${webhook.user_id}`, () => ownerOf(services, webhook));
  const reason = reasonToPause(owner, webhook, delivery.event_type);
  if (reason !== null) {
    await pauseWebhook(services, webhook, reason);
    if (delivery.event_type === TEST_TYPE) await skip(services, delivery);
    else await release(knex, delivery);
    return null;
  }
  const body = await batch.once(`body ${webhook.user_id} ${delivery.event_id}`, () =>
    bodyOf(services, webhook, owner.rights, delivery),
  );
  if (body === null) {
    await skip(services, delivery);
    return null;
  }
  const outcome = await postEvent(services, webhook, { id: delivery.event_id, body });
  return batch.inTurn(() => finish(services, webhook, delivery, { body, outcome }));
}

/** It was claimed while the webhook was paused, and isn't sent. */
async function release(knex: Knex, delivery: DeliveryRow): Promise<null> {
  await finishDelivery(knex, delivery, { attempts: delivery.attempts - 1 });
  return null;
}

async function skip({ knex, metrics }: Services, delivery: DeliveryRow): Promise<void> {
  await finishDelivery(knex, delivery, { status: "skipped", next_attempt_at: null });
  metrics.webhookDeliveries.inc({ outcome: "skipped" });
}

interface Owner {
  rights: RoleHolder;
  /** Whether the account is deleted or can't sign in. */
  hasEnded: boolean;
}

async function ownerOf({ knex, authority, statusPolicy }: Services, webhook: Webhook): Promise<Owner> {
  const rights = await rightsOf(knex, await authority.current(), webhook);
  const account = (await knex("users").where({ id: webhook.user_id }).first("status", "deleted_at")) as {
    status: string;
    deleted_at: number | null;
  };
  return { rights, hasEnded: account.deleted_at !== null || statusPolicy.isDenied(account.status) };
}

/** Null while the owner can read what the webhook was made for. */
function reasonToPause(
  { rights, hasEnded }: Owner,
  { types }: Webhook,
  type: string,
): Exclude<PauseReason, "by_hand"> | null {
  if (hasEnded) return "owner_ended";
  if (!rights.can("webhooks.read")) return "rights";
  return type === TEST_TYPE || types.includes(ALL_TYPES) || mayHear(rights, type) ? null : "rights";
}

/** What is sent; null when the owner can't see the event, it is gone or nobody can read its row. */
async function bodyOf(
  services: Services,
  webhook: Webhook,
  owner: RoleHolder,
  { event_id: id, event_type: type, created_at: createdAt }: DeliveryRow,
): Promise<string | null> {
  if (type === TEST_TYPE) return JSON.stringify(presentTestEvent(webhook, { id, createdAt }));
  const entry = await findEvent({ services, actor: owner }, id);
  const event = entry && entry.data !== null ? presentEvent(services, entry) : null;
  return event && JSON.stringify(event);
}

async function finish(
  services: Services,
  webhook: Webhook,
  delivery: DeliveryRow,
  { body, outcome }: { body: string; outcome: Outcome },
): Promise<boolean> {
  const { knex, metrics, log } = services;
  const result = resultOf(delivery, outcome);
  const payload = { payload: body, erase_at: now() + PAYLOAD_KEPT };
  await finishDelivery(knex, delivery, { ...recordOf(outcome), ...payload, ...result });
  const isAccepted = outcome.error === null;
  const line = { webhook_id: webhook.id, delivery_id: delivery.id, type: delivery.event_type };
  const said = { status: outcome.status, error: outcome.error, ms: outcome.ms };
  log[isAccepted ? "info" : "warn"]({ ...line, ...said }, isAccepted ? "sent a webhook" : "a webhook failed");
  metrics.webhookDeliveries.inc({
    outcome: isAccepted ? "delivered" : result.status === "failed" ? "failed" : "deferred",
  });
  if (metrics.isOn) metrics.webhookDurations.observe(outcome.ms / SECOND);
  if (!isAccepted) metrics.webhookFailures.inc({ webhook: webhook.id });
  await noteState(services, webhook, delivery, { isAccepted, isOver: result.status === "failed" });
  return isAccepted;
}

const recordOf = ({ status, excerpt, error, ms }: Outcome): Partial<DeliveryRow> => ({
  answer_status: status,
  answer_excerpt: excerpt,
  error,
  duration_ms: Math.round(ms),
});

/** A test is sent once. */
function resultOf(delivery: DeliveryRow, { error, status }: Outcome): Partial<DeliveryRow> {
  if (error === null) return { status: "delivered", delivered_at: now(), next_attempt_at: null };
  const next = status === GONE || delivery.event_type === TEST_TYPE ? null : nextAttempt(delivery);
  return next === null ? { status: "failed", next_attempt_at: null } : { next_attempt_at: next };
}

/** Says since when the webhook fails, and pauses it once it isn't tried any more. */
async function noteState(
  services: Services,
  webhook: Webhook,
  { event_type: type }: DeliveryRow,
  { isAccepted, isOver }: { isAccepted: boolean; isOver: boolean },
): Promise<void> {
  const row = services.knex("webhooks").where({ id: webhook.id });
  if (isAccepted) {
    if (webhook.failing_since !== null) await row.update({ failing_since: null });
    return;
  }
  if (type === TEST_TYPE) return;
  if (webhook.failing_since === null) await row.whereNull("failing_since").update({ failing_since: now() });
  if (isOver) await pauseWebhook(services, webhook, "failed");
}
