import type { Knex } from "knex";
import { takeLock } from "../locks.js";
import { inTransaction } from "../transaction.js";
import { addDeadSlots, parts } from "./segments.js";
import { SOURCES, type IndexedList, type Source, type SourceRow } from "./sources.js";

/** Takes rows out of the index. The caller has taken the lock `list_index`. */
export async function releaseSlots(
  trx: Knex.Transaction,
  list: IndexedList,
  rows: readonly { id: string; list_slot: number | null }[],
): Promise<void> {
  const slots = rows.flatMap(({ list_slot }) => list_slot ?? []);
  if (slots.length === 0) return;
  await addDeadSlots(trx, list, slots);
  for (const part of parts(rows.map(({ id }) => id)))
    await clearSlots(trx, SOURCES[list], (query) => query.whereIn("id", part));
}

export const clearSlots = (
  trx: Knex.Transaction,
  { table }: Source,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): PromiseLike<unknown> => narrow(trx(table)).whereNotNull("list_slot").update({ list_slot: null });

/**
 * Deletes rows together with their slots. Rows must not be deleted in another way, because the index would still count
 * them.
 * @param doomed a new query for the rows
 * @returns the number of rows
 */
export function deleteListedRows(
  knex: Knex,
  list: IndexedList,
  doomed: (trx: Knex.Transaction) => Knex.QueryBuilder,
): Promise<number> {
  return inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const rows = (await doomed(trx).forUpdate().select("id", "list_slot")) as SourceRow[];
    await addDeadSlots(
      trx,
      list,
      rows.flatMap(({ list_slot }) => list_slot ?? []),
    );
    const ids = rows.map(({ id }) => id);
    return doomed(trx).whereIn("id", ids).del();
  });
}
