import type { Knex } from "knex";
import { Turn } from "../../lib/turn.js";
import { takeLock } from "../locks.js";
import { inTransaction } from "../transaction.js";
import { bucketsOfDocuments, SEGMENT_SIZE, type Document } from "./buckets.js";
import { clearSlots, releaseSlots } from "./releasing.js";
import { addDeadSlots, parts, slotsOf, wastefulSegments, type Segment } from "./segments.js";
import { SOURCES, type IndexedList, type Source, type SourceRow } from "./sources.js";
import { addPostings, addSegment, setSlots } from "./writing.js";

/** Rows outside the index are searched one by one, so that a few of them cost nothing. */
const MIN_ROWS = 1000;
const READ_AT_ONCE = 2048;

/**
 * One step of the upkeep: indexes rows that are new or have changed, and writes the rows of segments that waste space
 * to a new one. Several processes can run it.
 * @returns whether there may be more to do
 */
export async function maintainListIndex(knex: Knex, list: IndexedList, minRows = MIN_ROWS): Promise<boolean> {
  const source = SOURCES[list];
  const replaced = await wastefulSegments(knex, list);
  const ids = await waitingIds(knex, source);
  if (replaced.length === 0 && ids.length < Math.max(1, minRows)) return false;
  const kept = replaced.map(({ id }) =>
    knex(source.table).whereNull("list_state").whereBetween("list_slot", slotsOf(id)).pluck("id"),
  );
  const all = [...((await Promise.all(kept)) as string[][]).flat(), ...ids].slice(0, SEGMENT_SIZE);
  await indexRows(knex, list, replaced, await rowsWith(knex, source, all));
  return true;
}

/** Read in parts, so that no statement takes long. A row that has moved between two of them is indexed later. */
async function waitingIds(knex: Knex, source: Source): Promise<string[]> {
  const ids = new Set<string>();
  const turn = new Turn();
  for (let offset = 0; offset < SEGMENT_SIZE; offset += READ_AT_ONCE) {
    const waiting = source.waiting(knex).orderBy([`${source.table}.list_state`, `${source.table}.list_slot`]);
    const part = waiting.limit(READ_AT_ONCE).offset(offset).pluck(`${source.table}.id`);
    const found = (await part) as string[];
    for (const id of found) ids.add(id);
    if (found.length < READ_AT_ONCE) break;
    if (turn.isOver) await turn.next();
  }
  return [...ids];
}

export async function rowsWith(knex: Knex, source: Source, ids: readonly string[]): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  const turn = new Turn();
  for (const part of parts(ids)) {
    if (turn.isOver) await turn.next();
    const found = (await source.rows(knex).whereIn(`${source.table}.id`, part)) as SourceRow[];
    const byId = new Map(found.map((row) => [row.id, row]));
    rows.push(...part.flatMap((id) => byId.get(id) ?? []));
  }
  return rows;
}

/**
 * Documents are prepared without locks. Rows that changed in between stay outside the index, and a step in which
 * another process was faster does nothing.
 */
async function indexRows(
  knex: Knex,
  list: IndexedList,
  replaced: readonly Segment[],
  rows: readonly SourceRow[],
): Promise<void> {
  const source = SOURCES[list];
  const listed = rows.filter(({ ended_at }) => ended_at === null);
  const documents: Document[] = [];
  const turn = new Turn();
  for (const row of listed) {
    if (turn.isOver) await turn.next();
    documents.push(source.documentOf(row));
  }
  const buckets = await bucketsOfDocuments(documents, source.orders);
  await inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    if (!(await areAllThere(trx, list, replaced))) return;
    const current = await lockRows(trx, source, rows);
    if (rows.some(({ id, list_slot }) => current.has(id) && current.get(id)!.list_slot !== list_slot)) return;
    const unchanged = new Set<SourceRow>();
    for (const row of rows) {
      if (turn.isOver) await turn.next();
      if (isSame(current.get(row.id), row)) unchanged.add(row);
    }
    const isUnchanged = (row: SourceRow): boolean => unchanged.has(row);
    const isReplaced = ({ list_slot: slot }: SourceRow): boolean =>
      replaced.some(({ id }) => Math.floor(slot! / SEGMENT_SIZE) === id);
    // a row that has changed in between keeps its slot, unless its segment goes
    const leaving = rows.filter((row) => row.list_slot !== null && (isUnchanged(row) || isReplaced(row)));
    await addDeadSlots(
      trx,
      list,
      leaving.filter((row) => !isReplaced(row)).map(({ list_slot }) => list_slot!),
    );
    const gone = leaving.filter((row) => row.ended_at !== null || !isUnchanged(row)).map(({ id }) => id);
    for (const part of parts(gone)) await clearSlots(trx, source, (query) => query.whereIn("id", part));
    if (listed.length > 0) {
      const changed = listed.flatMap((row, place) => (isUnchanged(row) ? [] : [place]));
      const id = await addSegment(trx, list, documents, changed);
      await addPostings(trx, list, id, buckets);
      const slots = listed.map((row, place) => ({ row, slot: id * SEGMENT_SIZE + place }));
      await setSlots(
        trx,
        source,
        slots.filter(({ row }) => isUnchanged(row)).map(({ row, slot }) => ({ id: row.id, slot })),
      );
    }
    for (const { id } of replaced) {
      await trx("list_segments").where({ list, id }).del();
      await trx("list_postings").where({ list, segment: id }).del();
      await clearSlots(trx, source, (query) => query.whereBetween("list_slot", slotsOf(id)));
    }
    if (list === "users") await releaseTokens(trx, rows);
  });
}

function isSame(one: SourceRow | undefined, other: SourceRow): boolean {
  if (!one) return false;
  const names = Object.keys(other) as (keyof SourceRow)[];
  return names.every((name) => one[name] === other[name]);
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

/** Locks the rows and reads them again. */
async function lockRows(
  trx: Knex.Transaction,
  source: Source,
  rows: readonly SourceRow[],
): Promise<Map<string, SourceRow>> {
  const current = new Map<string, SourceRow>();
  for (const part of parts(rows.map(({ id }) => id))) {
    await trx(source.table).whereIn("id", part).orderBy("id").forUpdate().select("id");
    for (const row of await rowsWith(trx, source, part)) current.set(row.id, row);
  }
  return current;
}

/** The documents of tokens include the account. */
async function releaseTokens(trx: Knex.Transaction, users: readonly SourceRow[]): Promise<void> {
  const changed = users.filter(({ list_state }) => list_state !== null).map(({ id }) => id);
  for (const part of parts(changed)) {
    const tokens = trx(SOURCES.tokens.table).whereIn("user_id", part).whereNotNull("list_slot");
    await releaseSlots(trx, "tokens", (await tokens.select("id", "list_slot")) as SourceRow[]);
  }
}
