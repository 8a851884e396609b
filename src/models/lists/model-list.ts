import type { Model, QueryBuilder } from "objection";
import type { ListSource, RowKey } from "./list-page.js";
import { after, inOrder, reversed, sortColumns } from "./sort-order.js";

/**
 * The rows of a model as a list that can be sorted by every column.
 * @param query a new query for the rows to list
 */
export function modelList<M extends Model & { id: string }>(
  query: () => QueryBuilder<M, M[]>,
): ListSource<M> {
  const total = (): Promise<number> => query().resultSize();
  return {
    total,
    async slice(sort, limit, offset) {
      const rows = await query()
        .limit(limit)
        .offset(offset)
        .modify(sortedBy(sortColumns(sort)));
      return { rows, total: await total() };
    },
    async seek(sort, limit, { side, key }) {
      const order = side === "after" ? sortColumns(sort) : reversed(sortColumns(sort));
      const beyond = (builder: object): void => after(builder as never, order, key);
      const rows = await query().limit(limit).modify(sortedBy(order)).modify(beyond);
      return side === "after" ? rows : rows.reverse();
    },
    keyOf: (sort, row) =>
      Object.fromEntries(sortColumns(sort).map(({ name }) => [name, (row as unknown as RowKey)[name]!])),
  };
}

/** objection's builder has the methods of knex that are used here. */
const sortedBy =
  (order: Parameters<typeof inOrder>[1]) =>
  (builder: object): void =>
    void inOrder(builder as never, order);
