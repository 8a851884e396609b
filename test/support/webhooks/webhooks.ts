import { v7 as uuidv7 } from "uuid";
import { encryptSecret, generateWebhookSecret } from "../../../src/domain/webhooks/webhook-secrets.js";
import { now } from "../../../src/lib/clock.js";
import type { DeliveryRow } from "../../../src/models/events/webhook-delivery.js";
import { Webhook } from "../../../src/models/events/webhook.js";
import type { World } from "../app/world.js";

/** Adds a webhook of this account. */
export async function makeWebhook(
  { services }: Pick<World, "services">,
  owner: { id: string },
  columns: Partial<Webhook> = {},
): Promise<{ id: string; secret: string }> {
  const id = columns.id ?? uuidv7();
  const secret = generateWebhookSecret();
  await Webhook.query(services.knex).insert({
    ...{ url: "https://app.example.test/hooks/authdock", description: "Accounts of the shop" },
    ...{ types: ["user.created", "user.deleted"], paused: false, version: 1 },
    ...{ ...columns, id, user_id: owner.id, secret: encryptSecret(services.encryption, id, secret) },
  });
  return { id, secret };
}

/** Adds a delivery that has failed. */
export async function makeDelivery(
  { services }: Pick<World, "services">,
  webhookId: string,
  columns: Partial<DeliveryRow> = {},
): Promise<string> {
  const id = columns.id ?? uuidv7();
  const at = columns.created_at ?? now();
  await services.knex("webhook_deliveries").insert({
    ...{ event_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52", event_type: "user.created", position: 1 },
    ...{ subject_type: "user", subject_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d53" },
    ...{ status: "failed", attempts: 15, first_attempt_at: at, created_at: at, duration_ms: 86 },
    ...{ answer_status: 500, answer_excerpt: "Internal Server Error", error: "rejected" },
    ...{ ...columns, id, webhook_id: webhookId },
  });
  return id;
}
