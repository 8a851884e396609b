import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";

const LOST = new Set([
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_CHECKREAD",
  "SQLITE_BUSY",
  "SQLITE_BUSY_SNAPSHOT",
]);
const ATTEMPTS = 6;

/** Whether the database gave this transaction up for another one's sake; running it again is safe. */
export const isTransactionLost = (error: unknown): boolean =>
  LOST.has((error as { code?: string }).code ?? "");

/**
 * Runs the work in a transaction and again, after a short random wait, when the database chose it as
 * the victim of a deadlock. The work must have no effect outside the transaction.
 */
export async function inTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await knex.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransactionLost(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
}
