import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import { SEGMENT_SIZE } from "./buckets.js";
import { decodeAscending, encodeAscending } from "./postings.js";
import { orderBucket, SOURCES, type IndexedList } from "./sources.js";

/** A segment with a larger share of dead slots is replaced. */
const MAX_DEAD_SHARE = 0.3;
/** An older segment with dead slots is replaced, because it still has the texts of deleted and anonymised accounts. */
const MAX_AGE = 14 * DAY;
/** Above this number of small segments, the smallest ones are replaced. */
const MAX_SMALL = 12;
const SMALL = SEGMENT_SIZE / 2;
/** Rows per statement, so that locks are held briefly. */
const BATCH = 500;

export interface Segment {
  id: number;
  size: number;
  dead_count: number;
  /** Milliseconds since the epoch, UTC. */
  written_at: number;
}

export const slotsOf = (segment: number): [number, number] => [
  segment * SEGMENT_SIZE,
  (segment + 1) * SEGMENT_SIZE - 1,
];

/** Segments whose rows should be written to a new one. */
export async function wastefulSegments(knex: Knex, list: IndexedList): Promise<Segment[]> {
  const segments = (await knex("list_segments")
    .where({ list })
    .orderBy("size")
    .select("id", "size", "dead_count", "written_at")) as Segment[];
  const bucket = orderBucket(list, SOURCES[list].orders.at(-1)!);
  const ordered = new Set((await knex("list_postings").where({ list, bucket }).pluck("segment")) as number[]);
  const wasteful = segments.find(
    ({ id, size, dead_count, written_at }) =>
      // the previous release doesn't write orders
      !ordered.has(id) ||
      dead_count > size * MAX_DEAD_SHARE ||
      (dead_count > 0 && written_at < now() - MAX_AGE),
  );
  if (wasteful) return [wasteful];
  const small = segments.filter(({ size }) => size < SMALL);
  if (small.length <= MAX_SMALL) return [];
  let rows = 0;
  return small.filter(({ size }) => (rows += size) <= SMALL);
}

/** Slots by their segments, as places within them. */
export function bySegment(slots: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const slot of slots) {
    const id = Math.floor(slot / SEGMENT_SIZE);
    const places = found.get(id);
    if (places) places.push(slot % SEGMENT_SIZE);
    else found.set(id, [slot % SEGMENT_SIZE]);
  }
  return found;
}

/** Marks slots that no row has any more. The caller has taken the lock `list_index`. */
export async function addDeadSlots(
  trx: Knex.Transaction,
  list: IndexedList,
  slots: readonly number[],
): Promise<void> {
  for (const [id, places] of bySegment(slots)) {
    const segment = (await trx("list_segments").where({ list, id }).first("dead")) as
      { dead: Buffer | null } | undefined;
    const dead = new Set([...(segment?.dead ? decodeAscending(segment.dead) : []), ...places]);
    await trx("list_segments")
      .where({ list, id })
      .update(deadColumns([...dead]));
  }
}

export const deadColumns = (places: number[]): { dead: Buffer | null; dead_count: number } => ({
  dead: places.length > 0 ? encodeAscending(places.sort((left, right) => left - right)) : null,
  dead_count: places.length,
});

export function parts<T>(rows: readonly T[], size = BATCH): T[][] {
  const found: T[][] = [];
  for (let start = 0; start < rows.length; start += size) found.push(rows.slice(start, start + size));
  return found;
}
