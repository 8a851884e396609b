import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { takeLock } from "../locks.js";
import { changeRows } from "../raw.js";
import { isSqlite } from "../table.js";
import { inTransaction } from "../transaction.js";
import { parts, slotsOf, wastefulSegments, type Segment } from "./segments.js";
import { bucketsOfDocuments, SEGMENT_SIZE, type Document } from "./buckets.js";
import { SOURCES, type IndexedList, type Source, type SourceRow } from "./sources.js";

/** Rows outside the index are searched one by one, so that a few of them cost nothing. */
const MIN_ROWS = 1000;
const MAX_STAMP = 2 ** 47;

/**
 * One step of the upkeep: indexes rows that aren't in the index yet, or writes the rows of segments that waste space
 * to a new one. Several processes can run it.
 * @returns whether there may be more to do
 */
export async function maintainListIndex(knex: Knex, list: IndexedList, minRows = MIN_ROWS): Promise<boolean> {
  const source = SOURCES[list];
  const replaced = await wastefulSegments(knex, list);
  const current = (): Knex.QueryBuilder => knex(source.table).whereNull(source.endedAt);
  const ids = (await current()
    .whereNull("list_slot")
    .orderBy("created_at")
    .limit(SEGMENT_SIZE)
    .pluck("id")) as string[];
  if (replaced.length === 0 && ids.length < Math.max(1, minRows)) return false;
  for (const { id } of replaced)
    ids.push(...((await current().whereBetween("list_slot", slotsOf(id)).pluck("id")) as string[]));
  await indexRows(knex, list, replaced, await rowsWith(knex, source, ids.slice(-SEGMENT_SIZE)));
  return true;
}

async function rowsWith(knex: Knex, source: Source, ids: readonly string[]): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for (const part of parts(ids)) {
    const found = (await source.rows(knex).whereIn(`${source.table}.id`, part)) as SourceRow[];
    const byId = new Map(found.map((row) => [row.id, row]));
    rows.push(...part.flatMap((id) => byId.get(id) ?? []));
  }
  return rows;
}

/** Documents are prepared without locks; rows that changed in between stay outside the index. */
async function indexRows(
  knex: Knex,
  list: IndexedList,
  replaced: readonly Segment[],
  rows: readonly SourceRow[],
): Promise<void> {
  const source = SOURCES[list];
  const documents = rows.map((row) => source.documentOf(row));
  const buckets = await bucketsOfDocuments(documents);
  await inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    // another process has replaced them
    if (!(await areAllThere(trx, list, replaced))) return;
    if (rows.length > 0) {
      const unchanged = await unchangedRows(trx, source, rows, documents);
      // another process was faster, or most rows are changing
      if (unchanged.size * 2 < rows.length) return;
      const id = await addSegment(trx, list, documents);
      await addPostings(trx, list, id, buckets);
      const slots = rows.map((row, index) => ({ id: row.id, slot: id * SEGMENT_SIZE + index }));
      await setSlots(
        trx,
        source,
        slots.filter((row) => unchanged.has(row.id)),
      );
      for (const part of parts(slots.filter((row) => !unchanged.has(row.id))))
        await trx("list_dead_slots").insert(part.map(({ slot }) => ({ list, slot })));
    }
    for (const { id } of replaced) {
      await trx("list_segments").where({ list, id }).del();
      await trx("list_postings").where({ list, segment: id }).del();
      await trx("list_dead_slots").where({ list }).whereBetween("slot", slotsOf(id)).del();
    }
  });
}

async function areAllThere(
  trx: Knex.Transaction,
  list: IndexedList,
  segments: readonly Segment[],
): Promise<boolean> {
  const ids = segments.map(({ id }) => id);
  const found = (await trx("list_segments").where({ list }).whereIn("id", ids).pluck("id")) as number[];
  return found.length === ids.length;
}

/** Locks the rows. @returns the ids of those that the documents describe */
async function unchangedRows(
  trx: Knex.Transaction,
  source: Source,
  rows: readonly SourceRow[],
  documents: readonly Document[],
): Promise<Set<string>> {
  const before = new Map(
    rows.map(({ id, list_slot }, index) => [id, JSON.stringify([list_slot, documents[index]])]),
  );
  const unchanged = new Set<string>();
  for (const part of parts(rows)) {
    const ids = part.map(({ id }) => id);
    await trx(source.table).whereIn("id", ids).orderBy("id").forUpdate().select("id");
    for (const row of await rowsWith(trx, source, ids))
      if (JSON.stringify([row.list_slot, source.documentOf(row)]) === before.get(row.id))
        unchanged.add(row.id);
  }
  return unchanged;
}

async function addSegment(
  trx: Knex.Transaction,
  list: IndexedList,
  documents: readonly Document[],
): Promise<number> {
  const [last] = (await trx("list_segments").where({ list }).max({ id: "id" })) as { id: number | null }[];
  const id = (last?.id ?? 0) + 1;
  // left by rows of a former segment with this id
  await trx("list_dead_slots").where({ list }).whereBetween("slot", slotsOf(id)).del();
  const times = documents.map(({ createdAt }) => createdAt);
  await trx("list_segments").insert({
    list,
    id,
    stamp: randomInt(MAX_STAMP),
    size: documents.length,
    first_created_at: times.reduce((left, right) => Math.min(left, right)),
    last_created_at: times.reduce((left, right) => Math.max(left, right)),
  });
  return id;
}

async function addPostings(
  trx: Knex.Transaction,
  list: IndexedList,
  segment: number,
  buckets: ReadonlyMap<number, Buffer>,
): Promise<void> {
  const rows = [...buckets].sort(([left], [right]) => left - right);
  for (const part of parts(rows, 50))
    await changeRows(
      trx,
      `insert into list_postings (list, bucket, segment, data) values ${part.map(() => "(?, ?, ?, ?)").join()}`,
      part.flatMap(([bucket, data]) => [list, bucket, segment, data]),
    );
}

/** One statement for many rows: each would otherwise be a round trip. */
async function setSlots(
  trx: Knex.Transaction,
  { table }: Source,
  rows: readonly { id: string; slot: number }[],
): Promise<void> {
  for (const part of parts(rows, 50)) {
    const cases = part.map(() => "when ? then ?").join(" ");
    await trx(table)
      .whereIn(
        "id",
        part.map(({ id }) => id),
      )
      .update({
        list_slot: trx.raw(
          isSqlite(trx) ? `case id ${cases} end` : `cast(case id ${cases} end as signed)`,
          part.flatMap(({ id, slot }) => [id, slot]),
        ),
      });
  }
}
