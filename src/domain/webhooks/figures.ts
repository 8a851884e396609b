import type { Knex } from "knex";
import { now } from "../../lib/clock.js";

export interface WebhookFigures {
  /** How many aren't paused. */
  active: number;
  /** How many of these fail. */
  failing: number;
  /** How many the service has paused. */
  paused: number;
  /** Since when the oldest delivery is due, in milliseconds since the epoch; null if none is. */
  dueSince: number | null;
}

export async function webhookFigures(knex: Knex): Promise<WebhookFigures> {
  const rows = (await knex("webhooks").select("paused", "pause_reason", "failing_since")) as {
    paused: number | boolean;
    pause_reason: string | null;
    failing_since: number | null;
  }[];
  const active = rows.filter(({ paused }) => !paused);
  const due = (await knex("webhook_deliveries")
    .where({ status: "pending" })
    .where("next_attempt_at", "<=", now())
    // what is about the same subject waits for an earlier one, which is not due
    .whereIn("webhook_id", knex("webhooks").where({ paused: false }).whereNull("failing_since").select("id"))
    .min({ since: "next_attempt_at" })
    .first()) as { since: number | null };
  return {
    active: active.length,
    failing: active.filter(({ failing_since: since }) => since !== null).length,
    paused: rows.filter(({ pause_reason: reason }) => reason !== null && reason !== "by_hand").length,
    dueSince: due.since === null ? null : Number(due.since),
  };
}
