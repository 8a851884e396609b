import type { Knex } from "knex";
import { changeRows, type Client } from "./raw.js";
import { isSqlite } from "./table.js";

interface Waiting {
  query: object;
  resolve: (changed: number) => void;
  reject: (error: unknown) => void;
}
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
    const entry = { query: { sql, bindings }, resolve, reject };
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
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  const run = async (query: object): Promise<number> =>
    ((await client.query(connection, query)) as { response: { changes: number } }).response.changes;
  try {
    await run({ sql: "BEGIN IMMEDIATE;" });
    const outcomes: number[] = [];
    for (const { query } of entries) outcomes.push(await run(query));
    await run({ sql: "COMMIT;" });
    entries.forEach(({ resolve }, index) => resolve(outcomes[index]!));
  } catch (error) {
    await run({ sql: "ROLLBACK;" }).catch(() => undefined); // the first error is more useful
    throw error;
  } finally {
    await client.releaseConnection(connection);
  }
}
