import type { Knex } from "knex";
import type { Matches } from "../../database/list-index/list-index.js";
import type { SortedMatches } from "../../database/list-index/conditions.js";
import { compareBy, type SortValues } from "../../database/list-index/sorting.js";
import { windowsAfter, windowsAt, type RowAt, type Window } from "../../database/list-index/windows.js";
import type { RowKey } from "./list-page.js";
import { inOrder, type SortColumn } from "./sort-order.js";

/** Up to this many matches are looked up one by one and sorted. A page of more is found by the orders that the index keeps. */
export const FEW = 2000;
/** Up to this many matches are looked up for a page in an order that the index doesn't keep, if that is faster. */
const MANY = 20_000;
/** Looking a match up takes as long as reading this many rows in the order of the list. */
const READ_PER_LOOKUP = 3;
/** For a page with a smaller offset, only the first matches of each segment are sorted. */
const NEAR = 500;

/** The rows of a list that match its filters, as queries without columns. */
export interface IndexedRows {
  knex: Knex;
  table: string;
  /** The matching rows that the index doesn't have as they are now. */
  outside: () => Knex.QueryBuilder;
  /** The rows with these slots, whether they match or not. */
  withSlots: (slots: readonly number[]) => Knex.QueryBuilder;
}

/** The part of an order that a page needs: a number of rows after `offset` rows, or after a row. */
export type PageStart = { limit: number } & ({ offset: number } | { key: RowKey });

/** Rows that include those of a page. */
export interface Candidates {
  ids: string[];
  /** How many matches are before them. */
  skipped: number;
}

/** The ids of the rows that the index found, and of matching rows outside it. */
export async function idsOf(rows: IndexedRows, slots: readonly number[]): Promise<string[]> {
  const queries = [rows.outside(), ...(slots.length > 0 ? [rows.withSlots(slots)] : [])];
  return ((await Promise.all(queries.map((query) => query.pluck(`${rows.table}.id`)))) as string[][]).flat();
}

/**
 * The candidates for a page of many matches. Null when the list has to be read in its order: the index doesn't keep the
 * order and looking all matches up takes longer, or many rows aren't indexed yet.
 */
export async function candidatesAt(
  found: Matches,
  rows: IndexedRows,
  order: readonly SortColumn[],
  start: PageStart,
  few = FEW,
): Promise<Candidates | null> {
  if (found.total - found.indexed > few) return null;
  const columns = order.map(({ name }) => name);
  const isDescending = order[0]!.direction === "desc";
  const first = "offset" in start && start.offset < NEAR ? start.offset + start.limit : Infinity;
  const sorted = await found.sorted(columns, isDescending, first);
  if (!sorted)
    return "offset" in start && isFasterToLookUp(found, start) ? lookedUp(found, rows, order, start) : null;
  const outside = found.total > found.indexed ? await outsideRows(rows, columns, isDescending) : [];
  const lists = {
    columns,
    isDescending,
    lengths: [outside.length, ...sorted.map(({ places }) => places.length)],
    valuesOf: (at: readonly RowAt[]) => valuesOf(rows, columns, outside, sorted, at),
  };
  const windows =
    "key" in start
      ? await windowsAfter(lists, start.key, start.limit)
      : await windowsAt(lists, start.offset, start.offset + start.limit);
  if (!windows) return null;
  const [ofOutside, ...others] = windows as [Window, ...Window[]];
  const slots = others.flatMap(({ low, high }, index) => slotsOf(sorted[index]!, low, high));
  const indexed =
    slots.length > 0 ? ((await rows.withSlots(slots).pluck(`${rows.table}.id`)) as string[]) : [];
  return {
    ids: [...outside.slice(ofOutside.low, ofOutside.high).map(({ id }) => String(id)), ...indexed],
    skipped: windows.reduce((total, { low }) => total + low, 0),
  };
}

/** Whether looking all matches up takes less time than reading the list from its nearer end to the page. */
function isFasterToLookUp(
  { total, size }: Matches,
  { offset, limit }: { offset: number; limit: number },
): boolean {
  const matchesToRead = Math.min(offset + limit, total - offset);
  return total <= MANY && (matchesToRead * size) / total > total * READ_PER_LOOKUP;
}

/** The database looks all matches up and sorts them. */
async function lookedUp(
  found: Matches,
  { knex, table, outside, withSlots }: IndexedRows,
  order: readonly SortColumn[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Candidates> {
  const columns = order.map(({ name }) => `${table}.${name}`);
  const matches = withSlots(found.slots()).select(columns).unionAll(outside().select(columns));
  const page = inOrder(knex.select("id").from(matches.as("matches")), order);
  return { ids: (await page.limit(limit).offset(offset).pluck("id")) as string[], skipped: offset };
}

/** Whether a row is after the one with the key. */
export function isAfter(order: readonly SortColumn[], row: SortValues, key: RowKey): boolean {
  const difference = compareBy(
    order.map(({ name }) => name),
    row,
    key,
  );
  return order[0]!.direction === "desc" ? difference < 0 : difference > 0;
}

async function outsideRows(
  { table, outside }: IndexedRows,
  columns: readonly string[],
  isDescending: boolean,
): Promise<SortValues[]> {
  const found = (await outside().select(columns.map((name) => `${table}.${name}`))) as SortValues[];
  found.sort((left, right) => compareBy(columns, left, right));
  return isDescending ? found.reverse() : found;
}

/** The first list has the rows outside the index. */
async function valuesOf(
  { table, withSlots }: IndexedRows,
  columns: readonly string[],
  outside: readonly SortValues[],
  sorted: readonly SortedMatches[],
  at: readonly RowAt[],
): Promise<(SortValues | undefined)[]> {
  const slots = at.map(({ list, index }) => (list === 0 ? null : slotAt(sorted[list - 1]!, index)));
  const query = withSlots(slots.filter((slot) => slot !== null));
  const found = (await query.select(
    [...columns, "list_slot"].map((name) => `${table}.${name}`),
  )) as (SortValues & { list_slot: number })[];
  const bySlot = new Map(found.map((row) => [row.list_slot, row]));
  return slots.map((slot, place) => (slot === null ? outside[at[place]!.index] : bySlot.get(slot)));
}

const slotAt = ({ first, places }: SortedMatches, index: number): number => first + places[index]!;

const slotsOf = (matches: SortedMatches, low: number, high: number): number[] =>
  Array.from({ length: high - low }, (_, index) => slotAt(matches, low + index));
