import type { Knex } from "knex";
import { isMySql } from "../database/database.js";

/** The SQL that reached the database during the work, in its order. */
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

/** Resolves when the database has answered a statement that the pattern matches, sent from now on. */
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

/** How the database finds the rows of each SELECT that the work asks, once per statement. */
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
