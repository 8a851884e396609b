import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import type { DeliveryRow } from "../../models/events/webhook-delivery.js";
import { TEST_POSITION } from "./test-event.js";

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

/** Rows per statement, so that others, who want to write too, wait for milliseconds. */
const TOGETHER = 500;

/** Queues these deliveries again, except one that is just being sent, which stays with its process. */
export const requeue = (knex: Knex, ids: readonly string[]): Promise<number> =>
  knex("webhook_deliveries")
    .whereIn("id", [...ids])
    .where((free) => void free.whereNull("leased_until").orWhere("leased_until", "<=", now()))
    .update({ ...ANEW, next_attempt_at: now() });

/** Queues the failed deliveries of events again that were queued at this time or later. @returns their number */
export const requeueFailed = (knex: Knex, webhookId: string, since: number): Promise<number> =>
  requeueAll(knex, webhookId, (rows) => rows.where({ status: "failed" }).where("created_at", ">=", since));

/** Makes the next attempt of everything that waits the first one, which is due now. @returns how much it is */
export const restartWaiting = (knex: Knex, webhookId: string): Promise<number> =>
  requeueAll(knex, webhookId, (rows) =>
    rows.where({ status: "pending" }).where((tried) => void tried.where("attempts", ">", 0).orWhere(notDue)),
  );

const notDue = (rows: Knex.QueryBuilder): void =>
  void rows.where("next_attempt_at", ">", now()).orWhereNull("next_attempt_at");

/** In the order of the events, some at a time. Tests, which are no events, are left alone. */
async function requeueAll(
  knex: Knex,
  webhookId: string,
  matching: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> {
  let [count, last] = [0, TEST_POSITION];
  for (;;) {
    const rows = matching(knex("webhook_deliveries").where({ webhook_id: webhookId }))
      .where("position", ">", last)
      .orderBy("position")
      .limit(TOGETHER);
    const found = (await rows.select("id", "position")) as Pick<DeliveryRow, "id" | "position">[];
    if (found.length === 0) return count;
    count += await requeue(
      knex,
      found.map(({ id }) => id),
    );
    last = found.at(-1)!.position;
  }
}
