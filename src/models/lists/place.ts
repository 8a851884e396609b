import type { Knex } from "knex";
import { selectBuilt, sqlOf, type QueryValue } from "../../database/built-queries.js";
import type { Candidates } from "./candidates.js";
import type { Cursor, RowKey } from "./list-page.js";
import { reversed, type SortColumn } from "./sort-order.js";

/** Where a part of the rows begins. */
export interface Place {
  /** The order in which the rows are read, which can be the reverse of the list's. */
  order: SortColumn[];
  /** The part begins after this row; null at the beginning of the order. */
  key: RowKey | null;
  /** The number of rows that are skipped after the row. */
  offset: number;
  limit: number;
  /** `offset + limit`. */
  end: number;
}

/** The place next to a row. */
export const placeBeside = (order: SortColumn[], { side, key }: Cursor, limit: number): Place => ({
  order: side === "after" ? order : reversed(order),
  key,
  offset: 0,
  limit,
  end: limit,
});

/** The place of a page among its candidates. */
export function placeAmong(
  { skipped }: Candidates,
  order: SortColumn[],
  limit: number,
  offset: number,
): Place {
  const left = offset - skipped;
  return { order, key: null, offset: left, limit, end: limit + left };
}

/**
 * Reads the rows at a place by a query that is kept for all requests in this order.
 * @param shape names the query
 * @param hiddenRoleIds of roles whose holders' rows are left out
 * @param build uses the ids and the numbers of the place only as bindings
 */
export function selectAt<Row>(
  knex: Knex,
  shape: string,
  hiddenRoleIds: readonly string[],
  place: Place,
  build: (hiddenRoleIds: string[], place: Place) => Knex.QueryBuilder,
): Promise<Row[]> {
  const hidden = hiddenRoleIds.length;
  return selectBuilt<Row>(
    knex,
    `${shape} ${hidden} ${shapeOf(place)}`,
    [...hiddenRoleIds, ...valuesOf(place)],
    (values) => sqlOf(build(values.slice(0, hidden) as string[], withValues(place, values.slice(hidden)))),
  );
}

const shapeOf = ({ order, key }: Place): string =>
  order
    .map(({ name, direction }) => `${name} ${direction} ${key === null ? "first" : key[name] === null}`)
    .join(", ");

const valuesOf = ({ order, key, offset, limit, end }: Place): QueryValue[] => [
  ...[offset, limit, end],
  ...(key ? order.flatMap(({ name }) => key[name] ?? []) : []),
];

/** The same place with other values, in the order of `valuesOf`. */
function withValues({ order, key }: Place, values: readonly QueryValue[]): Place {
  const [offset, limit, end, ...others] = values as [number, number, number, ...QueryValue[]];
  const next = ({ name }: SortColumn) => [name, key![name] === null ? null : others.shift()!] as const;
  return { order, key: key && Object.fromEntries(order.map(next)), offset, limit, end };
}
