import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { isConflict } from "./errors.js";
import { isGalera } from "./mysql/nodes.js";
import type { Client } from "./raw.js";

/** How long a statement waits for others. All attempts together must be shorter than the limit of a request. */
export interface RetryPolicy {
  /** How often a transaction, or a single statement, is run. */
  attempts: number;
  /** Milliseconds that each attempt waits for a lock. */
  lockWaitMs: number;
}
export const RETRY_POLICY: RetryPolicy = { attempts: 6, lockWaitMs: 1000 };

/** Repeats the work after a conflict, with a short random delay. @throws the last conflict */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  { attempts }: Pick<RetryPolicy, "attempts"> = RETRY_POLICY,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
}

/** Locks that no single table row represents. Each has a row in `locks`. */
type LockName = "authority" | "list_index" | "settings" | "signing_keys" | "system_admins";

/**
 * Takes the lock exclusively until the transaction ends. It writes the row, because nodes of a cluster replicate only
 * writes and then let one of two such transactions commit.
 */
export async function takeLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  await trx("locks").where({ name }).increment("taken", 1);
}

/** Takes the lock shared until the transaction ends. Several transactions on one node can hold it. */
export async function takeSharedLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  if (isGalera(trx)) await takeLock(trx, name);
  else await trx("locks").where({ name }).forShare().select("name");
}

/** Writes the accounts before they are locked with `for update`, which other nodes of a cluster don't see. */
export async function lockOnEveryNode(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  if (!isGalera(trx)) return;
  for (const id of [...ids].sort()) await trx("users").where({ id }).increment("lock_count", 1);
}

/**
 * knex for the statements of one transaction. It inherits everything from `knex`, and has a client that always uses the
 * connection. `knex.transaction` would build a knex with all its methods each time, which takes longer than two
 * statements, and whose 20 kB only a collection of the whole heap frees. There is no `commit` and `rollback`, because
 * the work of a transaction ends it by returning or by failing.
 * @returns also `end`, after which each statement fails
 */
function handleOf(knex: Knex, connection: unknown): { trx: Knex.Transaction; end: () => void } {
  const outside = knex.client as Client & Pick<Knex, "queryBuilder">;
  let hasEnded = false;
  const client = Object.assign(Object.create(outside) as typeof outside, {
    transacting: true,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    query: (_: unknown, statement: object) =>
      hasEnded
        ? Promise.reject(new Error("The transaction of this statement has ended."))
        : outside.query(connection, statement),
  });
  const trx = (...table: Parameters<Knex>): unknown => client.queryBuilder().table(...table);
  Object.setPrototypeOf(trx, knex);
  const { context } = knex as unknown as { context: object };
  Object.assign(trx, {
    context: Object.assign(Object.create(context) as object, { client }),
    isTransaction: true,
  });
  return { trx: trx as unknown as Knex.Transaction, end: () => (hasEnded = true) };
}

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
export function inTransaction<T>(knex: Knex, work: Work<T>, policy = RETRY_POLICY): Promise<T> {
  return knex.isTransaction
    ? inSavepoint(knex as Knex.Transaction, work)
    : retryConflicts(() => transact(knex, work), policy);
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
