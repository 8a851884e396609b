import type { Knex } from "knex";
import type { Client } from "../../../src/database/raw.js";
import { isMySql } from "../database/database.js";

/** The SQL statements that the database received during the work, in order. */
export async function queriesDuring(knex: Knex, work: () => PromiseLike<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const note = ({ sql }: { sql: string }): void => void seen.push(sql);
  knex.on("query", note);
  try {
    await work();
  } finally {
    knex.removeListener("query", note);
  }
  return seen;
}

/** Resolves when the database has answered a future statement that matches the pattern. */
export function answered(knex: Knex, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const note = (_rows: unknown, { sql }: { sql: string }): void => {
      if (!pattern.test(sql)) return;
      knex.removeListener("query-response", note);
      resolve();
    };
    knex.on("query-response", note);
  });
}

/** Runs the work, and another one between its first statement that matches the pattern and the statement after that. */
export async function interrupted<T>(
  knex: Knex,
  pattern: RegExp,
  interruption: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const client = knex.client as Client;
  const acquire = client.acquireConnection.bind(client);
  void answered(knex, pattern).then(() => {
    client.acquireConnection = async () => {
      client.acquireConnection = acquire;
      await interruption();
      return acquire();
    };
  });
  return work();
}

/** The query plan of each distinct SELECT of the work. */
export async function plansDuring(
  knex: Knex,
  work: () => PromiseLike<unknown>,
): Promise<Map<string, string>> {
  const asked = new Map<string, readonly Knex.RawBinding[]>();
  const note = ({ sql, bindings }: { sql: string; bindings: Knex.RawBinding[] }): void => {
    if (/^select/i.test(sql)) asked.set(sql, bindings);
  };
  knex.on("query", note);
  try {
    await work();
  } finally {
    knex.removeListener("query", note);
  }
  const plans = new Map<string, string>();
  for (const [sql, bindings] of asked) {
    const explain = isMySql(knex) ? "explain" : "explain query plan";
    plans.set(sql, JSON.stringify(await knex.raw(`${explain} ${sql}`, bindings)));
  }
  return plans;
}
