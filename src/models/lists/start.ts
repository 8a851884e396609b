import type { Knex } from "knex";
import { countOf } from "../../database/activity-counts.js";

/** A search word or a filter whose rows an index finds, as queries. No row is in two of them. */
export interface Start {
  parts: readonly StartPart[];
  /** The search word that finds them. */
  word?: string;
  /** Whether the role that is filtered by finds them. */
  isRole?: true;
}

interface StartPart {
  /** A new query for the rows, without columns; they are narrowed by all other conditions of the list. */
  rows: () => Knex.QueryBuilder;
  /** A query for the rows that this condition finds, if it differs. */
  sized?: () => Knex.QueryBuilder;
}

export interface SmallestStart extends Start {
  isFew: boolean;
}

/** Up to this many rows are looked up and sorted together. */
export const MAX_LOOKUP = 5000;

/**
 * The start with the fewest rows; null without any.
 * @param few how many are few
 * @param limit where counting ends, after which one is as good as another
 */
export async function smallestOf(
  knex: Knex,
  starts: readonly Start[],
  few: number,
  limit = few,
): Promise<SmallestStart | null> {
  const sizeOf = async ({ parts }: Start): Promise<number> => {
    const sizes = parts.map(({ rows, sized = rows }) => countUpTo(knex, sized(), limit));
    return sum(await Promise.all(sizes));
  };
  const sizes = await Promise.all(starts.map(sizeOf));
  const smallest = starts[sizes.indexOf(Math.min(...sizes))];
  return smallest ? { ...smallest, isFew: Math.min(...sizes) <= few } : null;
}

/** The number of rows of a query without columns, but no more than one above the limit. */
export function countUpTo(knex: Knex, query: Knex.QueryBuilder, limit: number): Promise<number> {
  if (limit === Infinity) return countOf(query);
  const found = query.select(knex.raw("1 as found")).limit(limit + 1);
  return countOf(knex.from(found.as("matches")));
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
