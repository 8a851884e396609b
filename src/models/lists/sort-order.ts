import type { Knex } from "knex";
import type { RowKey } from "./list-page.js";

export interface SortColumn {
  name: string;
  direction: "asc" | "desc";
}

/** The same columns from the other end. */
export const reversed = (order: readonly SortColumn[]): SortColumn[] =>
  order.map(({ name, direction }) => ({ name, direction: direction === "asc" ? "desc" : "asc" }));

/**
 * The columns of a sort, ending with the id, which makes the order total.
 * @param sort a field, with a leading `-` for descending order
 * @param composed fields that consist of several columns
 */
export function sortColumns(sort: string, composed: Record<string, readonly string[]> = {}): SortColumn[] {
  const field = sort.replace(/^-/, "");
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const names = [...(composed[field] ?? [field]), ...(field === "id" ? [] : ["id"])];
  return names.map((name) => ({ name, direction }));
}

/** Sorts the query. @param table that has the columns; without it their names include the table */
export function inOrder(
  query: Knex.QueryBuilder,
  order: readonly SortColumn[],
  table?: string,
): Knex.QueryBuilder {
  for (const { name, direction } of order) query.orderBy(columnIn(table, name), direction);
  return query;
}

const columnIn = (table: string | undefined, name: string): string =>
  table === undefined ? name : `${table}.${name}`;

/**
 * Restricts the query to rows after the one with this key in this order. NULL is first in ascending order, as on every
 * supported database.
 * @param key the values of the sort columns
 */
export function after(
  query: Knex.QueryBuilder,
  order: readonly SortColumn[],
  key: Readonly<Record<string, string | number | null>>,
  table?: string,
): void {
  const valueOf = ({ name }: SortColumn) => key[name];
  const [first] = order;
  // redundant, but lets the database start in its index at the right place
  if (first && valueOf(first) !== null)
    query.where((either) => void notBefore(either, columnIn(table, first.name), first, valueOf(first)));
  query.where((any) => {
    for (const [index, column] of order.entries())
      any.orWhere((all) => {
        for (const equal of order.slice(0, index))
          all.where(columnIn(table, equal.name), valueOf(equal) as string);
        beyond(all, columnIn(table, column.name), column, valueOf(column));
      });
  });
}

function notBefore(query: Knex.QueryBuilder, name: string, { direction }: SortColumn, value: unknown): void {
  query.where(name, direction === "asc" ? ">=" : "<=", value as string);
  if (direction === "desc") query.orWhereNull(name);
}

function beyond(query: Knex.QueryBuilder, name: string, { direction }: SortColumn, value: unknown): void {
  if (value !== null)
    query.where((either) => {
      either.where(name, direction === "asc" ? ">" : "<", value as string);
      if (direction === "desc") either.orWhereNull(name);
    });
  else if (direction === "asc") query.whereNotNull(name);
  else query.whereRaw("1 = 0");
}

type Narrow = (query: Knex.QueryBuilder) => void;

export interface OrderedPart {
  narrow: Narrow;
  /** Without the columns that have one value in the part; MariaDB would sort by them. */
  order: SortColumn[];
}

/**
 * `after` in parts that follow each other in the order. Each part is one range of an index, while the database would
 * read all rows with the first column's value for `after`.
 */
export function partsAfter(order: readonly SortColumn[], key: RowKey, table: string): OrderedPart[] {
  const equal = ({ name }: SortColumn, query: Knex.QueryBuilder): void => {
    if (key[name] === null) query.whereNull(`${table}.${name}`);
    else query.where(`${table}.${name}`, key[name]!);
  };
  return order
    .map((column, index) =>
      rangesBeyond(column, `${table}.${column.name}`, key[column.name]!).map(({ narrow, fixed }) => ({
        narrow: (query: Knex.QueryBuilder): void => {
          for (const before of order.slice(0, index)) equal(before, query);
          narrow(query);
        },
        order: order.slice(fixed ? index + 1 : index),
      })),
    )
    .reverse()
    .flat();
}

interface Range {
  narrow: Narrow;
  /** Whether the column has one value in the range. */
  fixed: boolean;
}

const NEVER_NULL = new Set([
  "id",
  "first_name",
  "last_name",
  "email",
  "created_at",
  "updated_at",
  "expires_at",
]);

/** NULL is first in ascending order and last in descending order. */
function rangesBeyond({ name, direction }: SortColumn, column: string, value: RowKey[string]): Range[] {
  const known: Narrow = (query) => void query.whereNotNull(column);
  const unknown: Narrow = (query) => void query.whereNull(column);
  if (value === null) return direction === "asc" ? [{ narrow: known, fixed: false }] : [];
  const sign = direction === "asc" ? ">" : "<";
  const beyond: Range = { narrow: (query) => void query.where(column, sign, value!), fixed: false };
  return direction === "asc" || NEVER_NULL.has(name) ? [beyond] : [beyond, { narrow: unknown, fixed: true }];
}
