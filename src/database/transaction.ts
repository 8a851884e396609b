import type { Knex } from "knex";
import { PATIENCE, retryConflicts } from "./retry.js";

/**
 * Runs the work in a transaction, and again after a conflict with another one, with a short random delay. The work
 * must have no effect outside the transaction. Within a transaction it becomes a part of that one, which is repeated
 * as a whole.
 * @throws the work's errors; after the last attempt the conflict, which becomes 503
 */
export function inTransaction<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  patience = PATIENCE,
): Promise<T> {
  const attempt = (): Promise<T> => knex.transaction(work);
  return knex.isTransaction ? attempt() : retryConflicts(attempt, patience);
}
