import type { Knex } from "knex";
import { countOf } from "../../database/activity-counts.js";
import type { Cursor, ListSource, RowKey, Slice } from "./list-page.js";
import {
  atStart,
  idsAt,
  nearer,
  type OrderedRows,
  type PageWindow,
  rowAt,
  seekFrom,
  windowAt,
} from "./ordered-rows.js";
import { after, inOrder, reversed, type SortColumn } from "./sort-order.js";

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

/** The rows of a list that match its filters. */
export interface Matching {
  /** The matches, whoever can see them, read in this order. */
  all(order: SortColumn[]): Knex.QueryBuilder;
  visible(order: SortColumn[]): Knex.QueryBuilder;
  /** Matches that the viewer can't see; null if there are none. */
  hidden(): Knex.QueryBuilder | null;
  /** All rows of the list, read in this order in an index. */
  unfiltered(order: SortColumn[]): Knex.QueryBuilder;
  /**
   * By what the matches are found fastest; null if they are read in an order only.
   * @param isExact whether it is also worth counting to choose among many rows, because all matches are about to be read
   */
  start(isExact?: boolean): Promise<SmallestStart | null>;
  /** The visible matches by the start, as queries without columns. */
  found(start: SmallestStart): Knex.QueryBuilder[];
  /** @param upTo nothing is counted beyond one more than this */
  count(upTo: number): Promise<number>;
}

export interface ListOptions {
  /** The total isn't counted beyond one more than this. */
  upTo?: number | undefined;
  /** How many matches are looked up and sorted at once. */
  few?: number | undefined;
  /** How many rows are read in the order of the list to find a page of more matches. */
  walked?: number | undefined;
}

const WALKED = 20_000;

/**
 * A list with an index for each order. Without filters it is read in the index. Few matches are looked up and sorted. A page of
 * more is usually among the first rows in the order; otherwise, all matches are looked up and sorted, too.
 */
export abstract class OrderedList<Row> implements ListSource<Row> {
  private readonly upTo: number;
  private readonly walked: number;

  constructor(
    protected readonly knex: Knex,
    private readonly table: string,
    private readonly matching: Matching,
    { upTo = Infinity, walked = WALKED }: ListOptions,
  ) {
    this.upTo = upTo;
    this.walked = walked;
  }

  abstract keyOf(sort: string, row: Row): RowKey;
  protected abstract orderOf(sort: string): SortColumn[];
  /** The rows with the ids of the query, `page`, in this order. */
  protected abstract withColumns(page: Knex.QueryBuilder, order: SortColumn[]): PromiseLike<Row[]>;

  async slice(sort: string, limit: number, offset: number): Promise<Slice<Row>> {
    const order = this.orderOf(sort);
    const total = await this.total();
    const isCounted = total <= this.upTo;
    if (offset >= total && isCounted) return { rows: [], total };
    // of more rows than are counted, the nearer end isn't known
    const part = { limit, offset, total: isCounted ? total : Infinity };
    const window = (await this.matching.start())
      ? nearer(order, part)
      : await windowAt(this.rows(order), order, part);
    return { rows: await this.read(window, order, part.total), total };
  }

  seek(sort: string, limit: number, cursor: Cursor): Promise<Row[]> {
    const order = this.orderOf(sort);
    return this.read(seekFrom(order, cursor, limit), order);
  }

  total(): Promise<number> {
    return this.matching.count(this.upTo);
  }

  /** The rows after this one, or the first ones, for reading all rows in parts. */
  following(sort: string, last: Row | null, limit: number): Promise<Row[]> {
    const order = this.orderOf(sort);
    if (!last) return this.read(atStart(order, limit), order);
    return this.read(seekFrom(order, { side: "after", key: this.keyOf(sort, last) }, limit), order);
  }

  private rows(order: SortColumn[]): OrderedRows {
    const { knex, table, matching } = this;
    return {
      ...{ knex, table },
      all: () => matching.all(order),
      visible: () => matching.visible(order),
      hidden: () => matching.hidden(),
    };
  }

  /** @param matches how many there are, if that is known */
  private async read(window: PageWindow, order: SortColumn[], matches = Infinity): Promise<Row[]> {
    const start = await this.matching.start();
    if (!start) return this.withIds(idsAt(this.rows(order), window), order);
    const first = start.isFew ? null : await this.readFirst(window, order, matches);
    return first ?? this.withIds(this.sorted((await this.matching.start(true))!, window), order);
  }

  /** Null if the page isn't among the first rows. */
  private async readFirst(window: PageWindow, order: SortColumn[], matches: number): Promise<Row[] | null> {
    const { matching, table } = this;
    const rows = this.rows(order);
    const unfiltered = { ...rows, all: () => matching.unfiltered(order) };
    // to look a match up takes as long as to read a row
    const most = Math.min(matches, this.walked + 8 * (window.offset + window.limit));
    const end = await rowAt(unfiltered, window.order, window.key, most);
    const visible = (): Knex.QueryBuilder => {
      const query = rows.visible();
      if (end) after(query, reversed(window.order), end, table);
      return query;
    };
    const found = await this.withIds(idsAt({ ...rows, visible }, window), order);
    return end && found.length < window.limit ? null : found;
  }

  /** All matches by the start, from which the database takes the first ones in the order. */
  private sorted(start: SmallestStart, { order, key, limit, offset }: PageWindow): Knex.QueryBuilder {
    const { knex, table } = this;
    const columns = order.map(({ name }) => `${table}.${name}`);
    const [first, ...others] = this.matching.found(start).map((part) => part.select(columns));
    const matches = knex.from(first!.unionAll(others).as("matches")).select("matches.id");
    if (key) after(matches, order, key, "matches");
    return inOrder(matches, order, "matches").limit(limit).offset(offset);
  }

  /** Fetches the columns only for the rows of the page, so that the rows before it are skipped in the index. */
  private async withIds(ids: Knex.QueryBuilder, order: SortColumn[]): Promise<Row[]> {
    return this.withColumns(this.knex(ids.as("page")), order);
  }
}
