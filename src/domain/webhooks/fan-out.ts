import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import type { SequencedEvent } from "../../models/events/event.js";
import { subscribes, Webhook } from "../../models/events/webhook.js";
import type { DeliveryRow } from "../../models/events/webhook-delivery.js";

/** Rows per statement. */
const INSERTED_TOGETHER = 500;

/** Adds the deliveries of these events, in the transaction that gives the events their positions. */
export async function fanOut(trx: Knex, events: readonly SequencedEvent[]): Promise<void> {
  const webhooks = await Webhook.query(trx).where({ paused: false }).select("id", "types");
  const rows = events.flatMap((event) =>
    webhooks.filter((webhook) => subscribes(webhook, event.type)).map(({ id }) => deliveryOf(event, id)),
  );
  for (let start = 0; start < rows.length; start += INSERTED_TOGETHER)
    await trx("webhook_deliveries").insert(rows.slice(start, start + INSERTED_TOGETHER));
}

/** What identifies an event and its subject. */
type Sent = Pick<SequencedEvent, "id" | "type" | "subject_type" | "subject_id" | "position">;

/** A delivery that is due now. */
export function deliveryOf(event: Sent, webhookId: string): Partial<DeliveryRow> & { id: string } {
  const time = now();
  return {
    id: uuidv7(),
    webhook_id: webhookId,
    event_id: event.id,
    event_type: event.type,
    subject_type: event.subject_type,
    subject_id: event.subject_id,
    position: event.position,
    status: "pending",
    next_attempt_at: time,
    created_at: time,
  };
}
