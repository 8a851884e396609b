import type { Knex } from "knex";
import { PATIENCE, retryConflicts } from "./retry.js";

/**
 * Runs the work in a transaction and again, after a short random wait, when it lost against another one. The work must
 * have no effect outside the transaction. Within a transaction it is a part of that one, which is run again whole.
 * @throws what the work throws; after the last attempt the conflict, which is 503
 */
export function inTransaction<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  patience = PATIENCE,
): Promise<T> {
  const attempt = (): Promise<T> => knex.transaction(work);
  return knex.isTransaction ? attempt() : retryConflicts(attempt, patience);
}
