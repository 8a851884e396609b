import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";

const VICTIM = new Set(["ER_LOCK_DEADLOCK", "ER_CHECKREAD", "SQLITE_BUSY_SNAPSHOT"]);
/** Waited for as long as a request may take already: not tried again. */
const LOCKED_OUT = new Set(["ER_LOCK_WAIT_TIMEOUT", "SQLITE_BUSY"]);
const ATTEMPTS = 6;

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? "";

/** Whether the database gave up the whole transaction, or a lock that it cannot go on without. */
export const isTransactionLost = (error: unknown): boolean =>
  VICTIM.has(codeOf(error)) || LOCKED_OUT.has(codeOf(error));

/**
 * Runs the work in a transaction and again, after a short random wait, when the database chose it as
 * the victim of a deadlock. The work must have no effect outside the transaction.
 */
export async function inTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await knex.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !VICTIM.has(codeOf(error))) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
}
