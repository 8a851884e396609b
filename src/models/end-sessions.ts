import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import { currentTrace } from "../lib/telemetry/current-trace.js";

/**
 * Deletes rows of `sessions`, and notes which clients are told about it (OpenID Connect Back-Channel Logout 1.0). Part of the
 * caller's transaction.
 * @returns how many sessions ended
 */
export async function endSessions(trx: Knex.Transaction, rows: Knex.QueryBuilder): Promise<number> {
  const ids = (await rows.clone().pluck("public_id")) as string[];
  if (ids.length === 0) return 0;
  const time = now();
  await trx("oauth_logins")
    .whereIn("session_id", ids)
    .where({ notifies_logout: true })
    .whereNull("session_ended_at")
    .update({
      session_ended_at: time,
      logout_due_at: time,
      logout_trace_id: currentTrace()?.traceId ?? null,
    });
  return rows.del() as unknown as number;
}
