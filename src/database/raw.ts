import type { Knex } from "knex";

/** Rows of a hand-written SELECT; mysql2 wraps them in a pair with the column descriptions. */
export async function selectRaw<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> {
  const result = (await knex.raw(sql, bindings)) as Row[] | [Row[], unknown];
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
}
