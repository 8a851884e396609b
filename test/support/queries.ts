import type { Knex } from "knex";

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
