import type { OwnedWebhook } from "../../domain/webhooks/managed-webhooks.js";
import { now, toRfc3339 } from "../../lib/clock.js";
import { fullNameOf } from "../../models/public-user.js";
import type { DeliveryRow, ListedDelivery } from "../../models/events/webhook-delivery.js";
import type { Webhook } from "../../models/events/webhook.js";
import type { Schema } from "../types.js";

/** The version, for `If-Match`. */
export const webhookTag = ({ version }: Webhook): string => `"${version}"`;

export const presentWebhook = ({ webhook, owner }: OwnedWebhook): Schema<"Webhook"> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  types: webhook.types,
  paused: webhook.paused,
  pause_reason: webhook.pause_reason,
  owner: { id: owner.id, full_name: fullNameOf(owner), email: owner.email },
  failing_since: toRfc3339(webhook.failing_since),
  previous_secret_ends_at: toRfc3339(endOfPreviousSecret(webhook)),
  created_at: toRfc3339(webhook.created_at),
  updated_at: toRfc3339(webhook.updated_at),
});

/** Null once it has ended. */
export const endOfPreviousSecret = ({ previous_secret_ends_at: endsAt }: Webhook): number | null =>
  endsAt !== null && endsAt > now() ? endsAt : null;

export const presentDelivery = (delivery: ListedDelivery): Schema<"WebhookDelivery"> => ({
  id: delivery.id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  subject: { type: delivery.subject_type, id: delivery.subject_id },
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: toRfc3339(delivery.next_attempt_at),
  first_attempt_at: toRfc3339(delivery.first_attempt_at),
  delivered_at: toRfc3339(delivery.delivered_at),
  answer_status: delivery.answer_status,
  error: delivery.error,
  duration_ms: delivery.duration_ms,
  created_at: toRfc3339(delivery.created_at),
});

/** @param delivery without the payload for who can't see it */
export const presentDeliveryDetails = (delivery: DeliveryRow): Schema<"WebhookDeliveryDetails"> => ({
  ...presentDelivery(delivery),
  payload: delivery.payload === null ? null : (JSON.parse(delivery.payload) as Record<string, unknown>),
  answer_excerpt: delivery.answer_excerpt,
});
