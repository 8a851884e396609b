import type { Knex } from "knex";
import { selectAll } from "./raw.js";
import { isSqlite } from "./table.js";

/** Null isn't a value, because SQL compares with it in another way: whether something is null belongs to the shape. */
export type QueryValue = string | number;

export interface Sql {
  sql: string;
  bindings: readonly unknown[];
}

/** A query in which some bindings are places in the list of values. */
interface BuiltQuery {
  sql: string;
  bindings: readonly ({ place: number } | { fixed: unknown })[];
}

/**
 * Numbers that stand for values while a query is built, because knex accepts nothing else as a limit. They are far
 * apart, so that a result of calculating with one is noticed.
 */
const FIRST_MARK = Number.MAX_SAFE_INTEGER - 10_000_000;
const BETWEEN_MARKS = 1000;
const MOST_QUERIES = 1000;

const queries = new Map<string, BuiltQuery>();

/**
 * Reads the rows of a query whose SQL depends only on its shape. It is built once for each shape, because building a
 * query takes longer than running it.
 * @param shape null for a query that isn't kept
 * @param build uses the given values only as bindings: it doesn't look at them, and doesn't calculate with them
 */
export function selectBuilt<Row>(
  knex: Knex,
  shape: string | null,
  values: readonly QueryValue[],
  build: (values: readonly QueryValue[]) => Sql,
): Promise<Row[]> {
  const { sql, bindings } =
    shape === null ? build(values) : bind(builtQuery(knex, shape, values, build), values);
  return selectAll<Row>(knex, sql, bindings as Knex.RawBinding[]);
}

export const sqlOf = (query: Knex.QueryBuilder): Sql => query.toSQL().toNative();

function builtQuery(
  knex: Knex,
  shape: string,
  { length }: readonly unknown[],
  build: (values: readonly QueryValue[]) => Sql,
): BuiltQuery {
  const key = `${isSqlite(knex) ? "sqlite" : "mysql"} ${length} ${shape}`;
  const known = queries.get(key);
  if (known) return known;
  const { sql, bindings } = build(Array.from({ length }, (_, place) => FIRST_MARK + place * BETWEEN_MARKS));
  const built = { sql, bindings: bindings.map((binding) => toPlace(binding, length)) };
  if (queries.size >= MOST_QUERIES) queries.clear();
  queries.set(key, built);
  return built;
}

function toPlace(binding: unknown, length: number): BuiltQuery["bindings"][number] {
  if (typeof binding !== "number" || binding < FIRST_MARK) return { fixed: binding };
  const place = (binding - FIRST_MARK) / BETWEEN_MARKS;
  if (!Number.isInteger(place) || place >= length)
    throw new Error("A query that is kept for its shape calculates with its values.");
  return { place };
}

const bind = ({ sql, bindings }: BuiltQuery, values: readonly unknown[]): Sql => ({
  sql,
  bindings: bindings.map((binding) => ("place" in binding ? values[binding.place] : binding.fixed)),
});
