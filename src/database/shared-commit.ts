import { setImmediate as nextTurn } from "node:timers/promises";
import type { Knex } from "knex";
import { changeRows, type Client } from "./raw.js";
import type { QueryObject, SqliteClient } from "./sqlite-client.js";
import type { RawDatabase } from "./sqlite-statements.js";
import { isSqlite } from "./table.js";

interface Waiting {
  query: QueryObject;
  resolve: (changed: number) => void;
  reject: (error: unknown) => void;
}
/** A statement takes less than 0.1 ms. */
const MOST_IN_A_TURN = 20;
const waiting = new WeakMap<Knex, Waiting[]>();

/**
 * Runs a hand-written statement that is a transaction of its own. On SQLite, the statements of concurrent requests
 * share one commit, because a commit costs more than a statement.
 * @returns the number of changed rows
 */
export function changeRowsTogether(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<number> {
  if (!isSqlite(knex)) return changeRows(knex, sql, bindings);
  return new Promise((resolve, reject) => {
    const entry = { query: { sql, bindings: [...bindings] }, resolve, reject };
    const others = waiting.get(knex);
    if (others) return void others.push(entry);
    waiting.set(knex, [entry]);
    afterArrivals(() => {
      const all = waiting.get(knex)!;
      waiting.delete(knex);
      commitTogether(knex, all).catch((error: unknown) => all.forEach(({ reject }) => reject(error)));
    });
  });
}

/** Runs in the second turn of the event loop, when all requests that have arrived have reached this point. */
const afterArrivals = (work: () => void): unknown => setImmediate(() => setImmediate(work));

/** All callers wait for the commit. */
async function commitTogether(knex: Knex, entries: Waiting[]): Promise<void> {
  const client = knex.client as Client & Pick<SqliteClient, "changeRows">;
  const connection = (await client.acquireConnection()) as RawDatabase;
  const run = (sql: string): Promise<unknown> => client.query(connection, { sql });
  try {
    await run("BEGIN IMMEDIATE;");
    const queries = entries.map(({ query }) => query);
    const changed: number[] = [];
    for (let done = 0; done < queries.length; done += MOST_IN_A_TURN) {
      if (done > 0) await nextTurn();
      changed.push(...client.changeRows(connection, queries.slice(done, done + MOST_IN_A_TURN)));
    }
    await run("COMMIT;");
    entries.forEach(({ resolve }, index) => resolve(changed[index]!));
  } catch (error) {
    await run("ROLLBACK;").catch(() => undefined); // the first error is more useful
    throw error;
  } finally {
    await client.releaseConnection(connection);
  }
}
