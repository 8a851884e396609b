import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";

/** How long what was sent and answered is kept after an attempt. */
export const PAYLOAD_KEPT = 7 * DAY;

const ERASED = { payload: null, answer_excerpt: null, erase_at: null };
/** Rows per statement. */
const TOGETHER = 100;

/** Erases what was sent and answered long ago. The rows stay. @returns their number */
export async function erasePayloads(knex: Knex, budget = new MaintenanceBudget()): Promise<number> {
  let erased = 0;
  while (!budget.isOver) {
    const old = knex("webhook_deliveries").where("erase_at", "<=", now());
    const ids = (await old.limit(TOGETHER).pluck("id")) as string[];
    erased += await knex("webhook_deliveries")
      .whereIn("id", ids)
      .where("erase_at", "<=", now())
      .update(ERASED);
    if (ids.length < TOGETHER) break;
    await budget.pause();
  }
  return erased;
}

/**
 * Erases what was sent about an account, for its anonymisation. It was deleted long ago, so it has caused nothing that is
 * still kept.
 */
export async function redactDeliveries(trx: Knex, userId: string): Promise<void> {
  // without its lease, one that is just being sent doesn't write its result
  const redacted = { ...ERASED, lease_id: null, leased_until: null };
  await trx("webhook_deliveries").where({ subject_id: userId }).update(redacted);
  const own = trx("events").where({ owner_id: userId }).select("id");
  await trx("webhook_deliveries").whereIn("event_id", own).update(redacted);
}
