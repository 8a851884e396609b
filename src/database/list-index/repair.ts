import type { Knex } from "knex";
import { takeLock } from "../locks.js";
import { inTransaction } from "../transaction.js";
import { findInIndex } from "./list-index.js";
import { SOURCES, type IndexedList } from "./sources.js";
import { maintainListIndex } from "./upkeep.js";

const BATCH = 500;
const NOTHING = { patterns: [], every: [], none: [] };

/** The number of rows of the list, by the index and by the table. They differ only when the index is wrong. */
export async function checkListIndex(
  knex: Knex,
  list: IndexedList,
): Promise<{ indexed: number; stored: number }> {
  const { table, endedAt } = SOURCES[list];
  const rows = (): Knex.QueryBuilder => knex(table).whereNull(endedAt);
  const { total } = await findInIndex(knex, list, NOTHING, rows().whereNull("list_slot"));
  const [stored] = (await rows().count({ n: "*" })) as { n: number }[];
  return { indexed: total, stored: Number(stored!.n) };
}

/** Empties the index and fills it again. Lists are right in between, but slow. */
export async function rebuildListIndex(knex: Knex, list: IndexedList): Promise<void> {
  const { table, endedAt } = SOURCES[list];
  await inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    for (const name of ["list_segments", "list_postings"]) await trx(name).where({ list }).del();
  });
  for (;;) {
    const indexed = knex(table).whereNull(endedAt).whereNotNull("list_slot").limit(BATCH);
    const ids = (await indexed.pluck("id")) as string[];
    if (ids.length === 0) break;
    await knex(table).whereIn("id", ids).update({ list_slot: null });
  }
  await knex("list_dead_slots").where({ list }).del();
  while (await maintainListIndex(knex, list));
}
