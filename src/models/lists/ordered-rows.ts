import type { Knex } from "knex";
import type { Cursor, RowKey } from "./list-page.js";
import { after, inOrder, partsAfter, reversed, type SortColumn } from "./sort-order.js";

/** Rows of a table with an index for each order, of which some are hidden from the viewer. */
export interface OrderedRows {
  knex: Knex;
  table: string;
  /** A new query for all rows, including hidden ones. */
  all: () => Knex.QueryBuilder;
  /** A new query for the rows that the viewer can see. */
  visible: () => Knex.QueryBuilder;
  /** A new query for the hidden rows, which are few; null when nothing is hidden. */
  hidden: () => Knex.QueryBuilder | null;
}

/** From this offset on, rows are skipped in an index alone. */
const DEEP = 500;

/** Where a part of the rows begins. */
export interface PageWindow {
  /** The order in which the rows are read, which can be the reverse of the list's. */
  order: SortColumn[];
  /** The part begins after this row; null at the beginning of the order. */
  key: RowKey | null;
  /** The number of rows that are skipped after the row. */
  offset: number;
  limit: number;
}

interface Part {
  limit: number;
  offset: number;
  /** The number of rows that the viewer can see. */
  total: number;
}

/** The first rows. */
export const atStart = (order: SortColumn[], limit: number): PageWindow => ({
  order,
  key: null,
  offset: 0,
  limit,
});

/** The window next to a row. */
export const seekFrom = (order: SortColumn[], { side, key }: Cursor, limit: number): PageWindow => ({
  order: side === "after" ? order : reversed(order),
  key,
  offset: 0,
  limit,
});

/** The window after this many rows, from the nearer end of the order. */
export function nearer(order: SortColumn[], { limit, offset, total }: Part): PageWindow {
  if (offset <= total / 2) return { order, key: null, offset, limit };
  const left = Math.max(0, Math.min(limit, total - offset));
  return { order: reversed(order), key: null, offset: Math.max(0, total - offset - limit), limit: left };
}

/** `nearer` for many rows to skip. */
export function windowAt(rows: OrderedRows, order: SortColumn[], part: Part): Promise<PageWindow> {
  return skipping(rows, nearer(order, part));
}

/**
 * Rows are skipped without checking whether they are hidden, which an index doesn't know. As many rows as were hidden
 * among them are skipped afterwards.
 */
async function skipping(rows: OrderedRows, { order, limit, offset: from }: PageWindow): Promise<PageWindow> {
  let key: RowKey | null = null;
  let offset = from;
  while (offset > DEEP) {
    const skipped: RowKey | undefined = await rowAt(rows, order, key, offset - 1);
    if (!skipped) break;
    offset = await countHidden(rows, order, key, skipped);
    key = skipped;
  }
  return { order, key, offset, limit };
}

/** A query for the ids of the rows of a window. */
export function idsAt(
  { knex, table, visible }: Pick<OrderedRows, "knex" | "table" | "visible">,
  { order, key, offset, limit }: PageWindow,
): Knex.QueryBuilder {
  if (!key)
    return inOrder(visible().select(`${table}.id`), order, table)
      .limit(limit)
      .offset(offset);
  const columns = order.map(({ name }) => `${table}.${name}`);
  const query = inParts(knex, table, order, key, offset + limit, () => visible().select(columns));
  return query.limit(limit).offset(offset);
}

/** The row after this many others; undefined if there are fewer. @param from the row after which they are counted */
export async function rowAt(
  { knex, table, all }: OrderedRows,
  order: SortColumn[],
  from: RowKey | null,
  offset: number,
): Promise<RowKey | undefined> {
  const columns = order.map(({ name }) => `${table}.${name}`);
  const query = from
    ? inParts(knex, table, order, from, offset + 1, () => all().select(columns))
    : inOrder(all().select(columns), order, table);
  const [row] = (await query.limit(1).offset(offset)) as RowKey[];
  return row;
}

/** The hidden rows after `from` up to `to`, which may be hidden itself. */
async function countHidden(
  { table, hidden }: OrderedRows,
  order: SortColumn[],
  from: RowKey | null,
  to: RowKey,
): Promise<number> {
  const query = hidden();
  if (!query) return 0;
  if (from) after(query, order, from, table);
  query.where((either) => {
    either.where((before) => after(before, reversed(order), to, table)).orWhere(`${table}.id`, to["id"]!);
  });
  const [row] = (await query.count({ total: "*" })) as { total: number | string }[];
  return Number(row!.total);
}

/** The order of the whole sorts only a few rows, which the parts have limited. */
function inParts(
  knex: Knex,
  table: string,
  order: SortColumn[],
  key: RowKey,
  limit: number,
  query: () => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const parts = partsAfter(order, key, table).map(({ narrow, order: within }, index) => {
    const part = inOrder(query(), within, table).limit(limit);
    narrow(part);
    return knex.select("*").from(part.as(`part${index}`));
  });
  const [first, ...others] = parts;
  return inOrder(knex.select("*").from(first!.unionAll(others).as("parts")), order);
}
