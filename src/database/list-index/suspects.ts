import type { Knex } from "knex";
import { Turn } from "../../lib/turn.js";
import { withIndexHint } from "../table.js";
import { decodeAscending } from "./postings.js";
import { slotsOf } from "./segments.js";
import { listStateIndex, SOURCES, type IndexedList } from "./sources.js";

interface Segment {
  id: number;
  size: number;
  dead: Buffer | null;
}

export interface Suspects {
  /** Segments with a slot that is neither dead nor of exactly one row. */
  segments: number[];
  /** Whether rows have slots of a segment that doesn't exist. */
  hasLostRows: boolean;
}

/**
 * Compares only numbers and sums of slots in a database index, segment by segment and without a lock. A segment that another
 * process changes meanwhile can be among the suspects.
 */
export async function suspectsOf(knex: Knex, list: IndexedList): Promise<Suspects> {
  const segments = (await knex("list_segments")
    .where({ list })
    .orderBy("id")
    .select("id", "size", "dead")) as Segment[];
  const suspects: Suspects = { segments: [], hasLostRows: await hasSlotsBetween(knex, list, segments) };
  const turn = new Turn();
  for (const segment of segments) {
    if (turn.isOver) await turn.next();
    if (!(await addsUp(knex, list, segment))) suspects.segments.push(segment.id);
  }
  return suspects;
}

const rowsByState = (knex: Knex, list: IndexedList): Knex.QueryBuilder => {
  const { table } = SOURCES[list];
  return withIndexHint(knex, table, listStateIndex(table));
};

async function addsUp(knex: Knex, list: IndexedList, { id, size, dead }: Segment): Promise<boolean> {
  const slots = slotsOf(id);
  const [first] = slots;
  const valid = rowsByState(knex, list).whereNull("list_state").whereBetween("list_slot", slots);
  const changed = rowsByState(knex, list).whereBetween("list_state", slots);
  const found = (await Promise.all([
    valid.count({ count: "*" }).sum({ sum: "list_slot" }).first(),
    changed.count({ count: "*" }).sum({ sum: "list_state" }).first(),
  ])) as { count: number; sum: number | null }[];
  const deadPlaces = dead ? decodeAscending(dead) : [];
  let count = deadPlaces.length;
  let sum = 0;
  for (const place of deadPlaces) sum += place;
  for (const part of found) {
    count += Number(part.count);
    sum += Number(part.sum ?? 0) - first * Number(part.count);
  }
  return count === size && sum === (size * (size - 1)) / 2;
}

/** Whether a row has a slot before, between or after those of the segments. */
async function hasSlotsBetween(
  knex: Knex,
  list: IndexedList,
  segments: readonly Segment[],
): Promise<boolean> {
  const lasts = segments.map(({ id }) => slotsOf(id)[1]);
  const firsts = segments.map(({ id }) => slotsOf(id)[0]);
  for (const [index, last] of [-1, ...lasts].entries()) {
    const next = firsts[index];
    if (next === last + 1) continue;
    const query = rowsByState(knex, list).whereNull("list_state").where("list_slot", ">", last);
    if (next !== undefined) query.where("list_slot", "<", next);
    if (await query.first("list_slot")) return true;
  }
  return false;
}
