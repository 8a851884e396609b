import type { Knex } from "knex";
import type { Client } from "./raw.js";
import { PATIENCE, retryConflicts } from "./retry.js";
import { handleOf } from "./transaction-handle.js";

type Work<T> = (trx: Knex.Transaction) => Promise<T>;

/** A client doesn't repeat a statement alone on a connection with this mark. */
interface Connection {
  __knexTxId?: string;
}

/**
 * Runs the work in a transaction, and again after a conflict with another one, with a short random delay. The work
 * must have no effect outside the transaction. Within a transaction it becomes a part of that one, which is repeated
 * as a whole.
 * @throws the work's errors; after the last attempt the conflict, which becomes 503
 */
export function inTransaction<T>(knex: Knex, work: Work<T>, patience = PATIENCE): Promise<T> {
  return knex.isTransaction
    ? inSavepoint(knex as Knex.Transaction, work)
    : retryConflicts(() => transact(knex, work), patience);
}

async function transact<T>(knex: Knex, work: Work<T>): Promise<T> {
  const client = knex.client as Client;
  const connection = (await client.acquireConnection()) as Connection;
  connection.__knexTxId = nextName();
  try {
    return await between(knex, connection, work, ["BEGIN;", "COMMIT;", "ROLLBACK;"]);
  } finally {
    delete connection.__knexTxId;
    await client.releaseConnection(connection);
  }
}

const lastSavepoints = new WeakMap<Knex.Transaction, Promise<unknown>>();

/** Savepoints within the same work must not overlap, so each waits for the end of the one before. */
async function inSavepoint<T>(outer: Knex.Transaction, work: Work<T>): Promise<T> {
  const before = lastSavepoints.get(outer);
  const result = (async () => {
    await before;
    const name = nextName();
    const connection = await (outer.client as Client).acquireConnection();
    return between(outer, connection, work, [
      `SAVEPOINT ${name};`,
      `RELEASE SAVEPOINT ${name};`,
      `ROLLBACK TO SAVEPOINT ${name};`,
    ]);
  })();
  lastSavepoints.set(
    outer,
    result.catch(() => undefined),
  );
  return result;
}

/** Commits what the work has done, or undoes it when the work or the commit fails. @throws that error */
async function between<T>(
  knex: Knex,
  connection: unknown,
  work: Work<T>,
  [begin, commit, rollback]: readonly [string, string, string],
): Promise<T> {
  const run = (sql: string): Promise<unknown> => (knex.client as Client).query(connection, { sql });
  const { trx, end } = handleOf(knex, connection);
  await run(begin);
  try {
    const result = await work(trx);
    end();
    await run(commit).catch(ignoreMissingSavepoint);
    return result;
  } catch (error) {
    end();
    // it fails only where nothing is left to undo: the database has undone it, or the connection is lost
    await run(rollback).catch(() => undefined);
    throw error;
  }
}

/** A migration that changes the schema on MariaDB or MySQL has committed, which ends its savepoints. */
function ignoreMissingSavepoint(error: unknown): void {
  if ((error as { code?: string }).code !== "ER_SP_DOES_NOT_EXIST") throw error;
}

let names = 0;
const nextName = (): string => `trx${++names}`;
