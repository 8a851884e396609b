import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { withIndexHint } from "../../database/table.js";
import { now, SECOND } from "../../lib/clock.js";
import type { DeliveryRow } from "../../models/events/webhook-delivery.js";
import { TEST_POSITION } from "./test-event.js";

/** A delivery that a process has claimed belongs to it for this long: more than an attempt takes. */
const LEASE = 30 * SECOND;

/** With it, the first of many is found without sorting them. */
const IN_ORDER = "webhook_deliveries_in_order_index";
const BY_TIME = "webhook_deliveries_webhook_id_status_next_attempt_at_index";

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  id: string;
  paused: boolean | number;
  failing_since: number | null;
}

const due = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .where({ status: "pending" })
    .where("next_attempt_at", "<=", now())
    .where((free) => void free.whereNull("leased_until").orWhere("leased_until", "<=", now()));

/** The webhooks with something due. Some of it may have to wait for what is before it. */
export async function dueWebhooks(knex: Knex): Promise<DueWebhook[]> {
  // one row and not `exists`, for which MariaDB would read everything that is due
  const first = (index: string): Knex.QueryBuilder =>
    due(withIndexHint(knex, "webhook_deliveries", index))
      .whereRaw("webhook_deliveries.webhook_id = webhooks.id")
      .select(knex.raw("1"))
      .limit(1);
  const tests = first(IN_ORDER).where({ position: TEST_POSITION });
  return (await knex("webhooks")
    .where((active) => void active.where({ paused: false }).whereRaw("(?) = 1", [first(BY_TIME)]))
    .orWhere((held) => void held.where({ paused: true }).whereRaw("(?) = 1", [tests]))
    .select("id", "paused", "failing_since")) as DueWebhook[];
}

/**
 * Those of a webhook's deliveries that are due. What is about one subject is sent in the order of the events: a delivery
 * waits while an earlier one is pending.
 * @returns ids in the order of the events
 */
export async function dueDeliveries(knex: Knex, webhook: DueWebhook, limit: number): Promise<string[]> {
  const earlier = knex("webhook_deliveries as earlier")
    .whereRaw("earlier.webhook_id = webhook_deliveries.webhook_id")
    .whereRaw("earlier.subject_id = webhook_deliveries.subject_id")
    .where("earlier.status", "pending")
    .whereRaw("earlier.position < webhook_deliveries.position")
    .select(knex.raw("1"));
  const first = due(withIndexHint(knex, "webhook_deliveries", IN_ORDER).where({ webhook_id: webhook.id }))
    .whereNotExists(earlier)
    .orderBy("position")
    .limit(limit);
  // a paused webhook is sent tests only
  if (webhook.paused) void first.where({ position: TEST_POSITION });
  return (await first.pluck("id")) as string[];
}

/**
 * Claims deliveries by a conditional update, so that one process sends each at a time.
 * @returns those that were still due
 */
export async function claimDeliveries(knex: Knex, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const lease = { lease_id: uuidv7(), leased_until: now() + LEASE };
  const claimed = await due(knex("webhook_deliveries").whereIn("id", ids)).update({
    ...lease,
    attempts: knex.raw("attempts + 1"),
    first_attempt_at: knex.raw("coalesce(first_attempt_at, ?)", [now()]),
  });
  if (claimed === 0) return [];
  return (await knex("webhook_deliveries")
    .whereIn("id", ids)
    .where({ lease_id: lease.lease_id })
    .orderBy("position")) as DeliveryRow[];
}

/** Writes the result of an attempt, unless the lease has ended and another process has claimed the delivery. */
export async function finishDelivery(
  knex: Knex,
  { id, lease_id }: Pick<DeliveryRow, "id" | "lease_id">,
  result: Partial<DeliveryRow>,
): Promise<void> {
  await knex("webhook_deliveries")
    .where({ id, lease_id })
    .update({ ...result, lease_id: null, leased_until: null });
}
