import type { Knex } from "knex";
import { changeRows } from "../raw.js";
import { isSqlite } from "../table.js";
import { inTransaction } from "../transaction.js";

interface Waiting {
  sql: string;
  bindings: readonly Knex.RawBinding[];
  resolve: (changed: number) => void;
  reject: (error: unknown) => void;
}
const waiting = new WeakMap<Knex, Waiting[]>();

/**
 * Runs a hand-written statement that is a transaction of its own. On SQLite, the statements of concurrent requests
 * share one commit, because a commit costs more than a statement: all of them take effect, or all fail.
 * @returns the number of changed rows, after the commit
 */
export function groupCommit(knex: Knex, sql: string, bindings: readonly Knex.RawBinding[]): Promise<number> {
  if (!isSqlite(knex)) return changeRows(knex, sql, bindings);
  return new Promise((resolve, reject) => {
    const entry = { sql, bindings, resolve, reject };
    const group = waiting.get(knex);
    if (group) return void group.push(entry);
    waiting.set(knex, [entry]);
    setImmediate(() => void commitGroup(knex));
  });
}

async function commitGroup(knex: Knex): Promise<void> {
  const group = waiting.get(knex)!;
  waiting.delete(knex);
  try {
    const changed = await inTransaction(knex, async (trx) => {
      const counts: number[] = [];
      for (const { sql, bindings } of group) counts.push(await changeRows(trx, sql, bindings));
      return counts;
    });
    group.forEach(({ resolve }, index) => resolve(changed[index]!));
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
