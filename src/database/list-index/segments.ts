import type { Knex } from "knex";
import { takeLock } from "../locks.js";
import { inTransaction } from "../transaction.js";
import { SEGMENT_SIZE } from "./buckets.js";
import { decodeAscending, encodeAscending } from "./postings.js";
import type { IndexedList } from "./sources.js";

/** Above this number, dead slots are moved from their table to their segments. */
const MAX_DEAD = 500;
/** A segment with a larger share of dead slots is replaced. */
const MAX_DEAD_SHARE = 0.3;
/** Above this number of small segments, the smallest ones are replaced. */
const MAX_SMALL = 12;
const SMALL = SEGMENT_SIZE / 2;
/** Rows per statement, so that locks are held briefly. */
const BATCH = 500;

export interface Segment {
  id: number;
  size: number;
  dead_count: number;
}

export const slotsOf = (segment: number): [number, number] => [
  segment * SEGMENT_SIZE,
  (segment + 1) * SEGMENT_SIZE - 1,
];

/** Segments whose rows should be written to a new one. */
export async function wastefulSegments(knex: Knex, list: IndexedList): Promise<Segment[]> {
  await moveDeadSlots(knex, list);
  const segments = (await knex("list_segments")
    .where({ list })
    .orderBy("size")
    .select("id", "size", "dead_count")) as Segment[];
  const emptiest = segments.find(({ size, dead_count }) => dead_count > size * MAX_DEAD_SHARE);
  if (emptiest) return [emptiest];
  const small = segments.filter(({ size }) => size < SMALL);
  if (small.length <= MAX_SMALL) return [];
  let rows = 0;
  return small.filter(({ size }) => (rows += size) <= SMALL);
}

/** A segment reads its dead slots at once, while the table is read row by row. */
async function moveDeadSlots(knex: Knex, list: IndexedList): Promise<void> {
  const [row] = (await knex("list_dead_slots").where({ list }).count({ n: "*" })) as { n: number }[];
  if (Number(row!.n) <= MAX_DEAD) return;
  await inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const slots = (await trx("list_dead_slots").where({ list }).orderBy("slot").pluck("slot")) as number[];
    const bySegment = new Map<number, number[]>();
    for (const slot of slots) {
      const id = Math.floor(slot / SEGMENT_SIZE);
      bySegment.set(id, [...(bySegment.get(id) ?? []), slot % SEGMENT_SIZE]);
    }
    for (const [id, dead] of bySegment) {
      const segment = (await trx("list_segments").where({ list, id }).first("dead")) as
        { dead: Buffer | null } | undefined;
      const all = [...new Set([...(segment?.dead ? decodeAscending(segment.dead) : []), ...dead])];
      all.sort((left, right) => left - right);
      await trx("list_segments")
        .where({ list, id })
        .update({ dead: encodeAscending(all), dead_count: all.length });
    }
    for (const part of parts(slots)) await trx("list_dead_slots").where({ list }).whereIn("slot", part).del();
  });
}

export function parts<T>(rows: readonly T[], size = BATCH): T[][] {
  const found: T[][] = [];
  for (let start = 0; start < rows.length; start += size) found.push(rows.slice(start, start + size));
  return found;
}
