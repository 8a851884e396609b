import type { Knex } from "knex";

export interface SortColumn {
  name: string;
  direction: "asc" | "desc";
}

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

/**
 * Restricts the query to rows after the given one in this order. NULL is first in ascending order, as on every
 * supported database.
 */
export function after(
  query: Knex.QueryBuilder,
  table: string,
  order: readonly SortColumn[],
  row: object,
): void {
  const valueOf = ({ name }: SortColumn): unknown => (row as Record<string, unknown>)[name];
  const [first] = order;
  // redundant, but lets the database start in its index at the right place
  if (first && valueOf(first) !== null)
    query.where((either) => void notBefore(either, `${table}.${first.name}`, first, valueOf(first)));
  query.where((any) => {
    for (const [index, column] of order.entries())
      any.orWhere((all) => {
        for (const equal of order.slice(0, index))
          all.where(`${table}.${equal.name}`, valueOf(equal) as string);
        beyond(all, `${table}.${column.name}`, column, valueOf(column));
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
