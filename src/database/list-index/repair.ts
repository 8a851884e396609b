import type { Knex } from "knex";
import { takeLock } from "../locks.js";
import { inTransaction } from "../transaction.js";
import { bucketsOfDocuments, GRAM, listsOf, placesOf, type Document } from "./buckets.js";
import { decodeAscending, POSITION_BITS } from "./postings.js";
import { addDeadSlots, parts, slotsOf } from "./segments.js";
import { compareBy } from "./sorting.js";
import { orderBucket, SOURCES, type IndexedList, type SourceRow } from "./sources.js";
import { suspectsOf } from "./suspects.js";

interface Options {
  /** Compares texts and attributes, too, which takes a minute for a million rows. */
  isThorough: boolean;
  /** Makes the index right again. The rows are then searched one by one until the upkeep indexes them. */
  repairs: boolean;
}

const EMPTY: Document = { text: "", attributes: [], createdAt: 0, sortValues: {} };

/** Compares the index with the rows, one segment at a time. @returns the number of places that are wrong */
export async function checkListIndex(knex: Knex, list: IndexedList, options: Options): Promise<number> {
  const ids = (await knex("list_segments").where({ list }).pluck("id")) as number[];
  let wrong = await checkLostRows(knex, list, options);
  for (const id of ids) wrong += await checkLocked(knex, list, id, options);
  return wrong;
}

const checkLocked = (knex: Knex, list: IndexedList, id: number, options: Options): Promise<number> =>
  inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    return checkSegment(trx, list, id, options);
  });

/** Repairs what `suspectsOf` finds, without reading rows that are right. @returns the number of places that were wrong */
export async function repairListIndex(knex: Knex, list: IndexedList): Promise<number> {
  const { segments, hasLostRows } = await suspectsOf(knex, list);
  const options = { isThorough: false, repairs: true };
  let wrong = hasLostRows ? await checkLostRows(knex, list, options) : 0;
  for (const id of segments) wrong += await checkLocked(knex, list, id, options);
  return wrong;
}

/** Rows whose segment doesn't exist. */
async function checkLostRows(knex: Knex, list: IndexedList, { repairs }: Options): Promise<number> {
  const { table } = SOURCES[list];
  return inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const ids = (await trx("list_segments").where({ list }).orderBy("id").pluck("id")) as number[];
    const lost = (): Knex.QueryBuilder => {
      const query = trx(table).whereNull("list_state").whereNotNull("list_slot");
      for (const id of ids) query.whereNotBetween("list_slot", slotsOf(id));
      return query;
    };
    const found = (await lost().pluck("id")) as string[];
    if (repairs)
      for (const part of parts(found)) await trx(table).whereIn("id", part).update({ list_slot: null });
    return found.length;
  });
}

async function checkSegment(
  trx: Knex.Transaction,
  list: IndexedList,
  id: number,
  { isThorough, repairs }: Options,
): Promise<number> {
  const source = SOURCES[list];
  const segment = (await trx("list_segments").where({ list, id }).first("size", "dead")) as
    { size: number; dead: Buffer | null } | undefined;
  // it was merged
  if (!segment) return 0;
  const dead = new Set(segment.dead ? decodeAscending(segment.dead) : []);
  const [first] = slotsOf(id);
  const { table } = source;
  const query = (): Knex.QueryBuilder =>
    isThorough
      ? source.rows(trx)
      : trx(table).select("id", "list_slot", "list_state", `${source.endedAt} as ended_at`);
  // each is a range of the index on both columns
  const valid = query().whereNull(`${table}.list_state`).whereBetween(`${table}.list_slot`, slotsOf(id));
  const changed = query().whereBetween(`${table}.list_state`, slotsOf(id));
  const rows = [...((await valid) as SourceRow[]), ...((await changed) as SourceRow[])];
  const byPlace = new Map<number, SourceRow>();
  const wrong = new Set<number>();
  for (const row of rows) {
    const place = row.list_slot! - first;
    if (byPlace.has(place)) wrong.add(place);
    byPlace.set(place, row);
  }
  for (let place = 0; place < segment.size; place++)
    if (byPlace.has(place) === dead.has(place)) wrong.add(place);
  if (isThorough) for (const place of await differences(trx, list, id, byPlace)) wrong.add(place);
  if (!repairs) return wrong.size;
  await addDeadSlots(
    trx,
    list,
    [...wrong].map((place) => first + place),
  );
  const released = rows.filter((row) => wrong.has(row.list_slot! - first));
  for (const part of parts(released.map((row) => row.id)))
    await trx(source.table).whereIn("id", part).update({ list_slot: null });
  return wrong.size;
}

/** The places of rows that haven't changed since they were indexed, but have other values than the index. */
async function differences(
  trx: Knex.Transaction,
  list: IndexedList,
  id: number,
  byPlace: ReadonlyMap<number, SourceRow>,
): Promise<number[]> {
  const compared = new Map(
    [...byPlace].filter(
      ([, { list_state, owner_state = null }]) => list_state === null && owner_state === null,
    ),
  );
  const size = Math.max(0, ...compared.keys()) + 1;
  const documents = Array.from({ length: size }, (_, place) => {
    const row = compared.get(place);
    return row ? SOURCES[list].documentOf(row) : EMPTY;
  });
  const expected = occurrences(await bucketsOfDocuments(documents, []), compared);
  const postings = (await trx("list_postings").where({ list, segment: id }).select("bucket", "data")) as {
    bucket: number;
    data: Buffer;
  }[];
  const buckets = new Map(postings.map(({ bucket, data }) => [bucket, data]));
  const stored = occurrences(buckets, compared);
  const wrong = new Set([...compared.keys()].filter((place) => expected.get(place) !== stored.get(place)));
  const others = new Map(
    [...compared.keys()].filter((place) => !wrong.has(place)).map((place) => [place, documents[place]!]),
  );
  for (const columns of SOURCES[list].orders) {
    const bytes = buckets.get(orderBucket(list, columns)!);
    // the upkeep replaces a segment of the previous release, which doesn't write orders
    if (bytes) for (const place of misplaced(placesOf(bytes), others, columns)) wrong.add(place);
  }
  return [...wrong];
}

/** The documents that the order lacks, or that aren't in order with the next one. */
function misplaced(
  places: Uint16Array,
  documents: ReadonlyMap<number, Document>,
  columns: readonly string[],
): Set<number> {
  const found = places.filter((place) => documents.has(place));
  const wrong = new Set(documents.keys());
  for (const place of found) wrong.delete(place);
  for (const [at, place] of found.entries()) {
    const next = found[at + 1];
    if (next === undefined) break;
    if (compareBy(columns, documents.get(place)!.sortValues, documents.get(next)!.sortValues) < 0) continue;
    wrong.add(place).add(next);
  }
  return wrong;
}

/** Place → a text that is equal for the same keys at the same positions. */
function occurrences(
  buckets: ReadonlyMap<number, Buffer>,
  compared: ReadonlyMap<number, SourceRow>,
): Map<number, string> {
  const found = new Map<number, string[]>();
  for (const [key, list] of listsOf(buckets))
    for (const value of decodeAscending(list)) {
      const isAttribute = key.length > GRAM;
      const place = isAttribute ? value : value >>> POSITION_BITS;
      if (!compared.has(place)) continue;
      const position = isAttribute ? 0 : value & ((1 << POSITION_BITS) - 1);
      const keys = found.get(place);
      if (keys) keys.push(`${position}${key}`);
      else found.set(place, [`${position}${key}`]);
    }
  return new Map([...found].map(([place, keys]) => [place, keys.sort().join()]));
}
