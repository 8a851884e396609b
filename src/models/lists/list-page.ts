/** The most items per page of any list. */
export const MAX_PER_PAGE = 100;

/** The values of a row in the columns of the sort order, which ends with the id. */
export type RowKey = Record<string, string | number | null>;

/** A position in a list, next to a row. The row itself may be gone. */
export interface Cursor {
  side: "after" | "before";
  key: RowKey;
}

/** The requested part and order of a list. */
export interface PageRequest {
  /** A field, with a leading `-` for descending order. Ties are broken by id in the same direction. */
  sort: string;
  /** Starts at 1. Pages from the end, of which the last is -1, are for a total that may not be counted. Ignored with a cursor. */
  page: number;
  /** Limited to `MAX_PER_PAGE`. */
  perPage: number;
  /** Reads the rows next to this position instead of a numbered page, so that new rows shift nothing. */
  cursor?: Cursor | undefined;
  /** The total isn't counted beyond one more than this, in a list that can be long. */
  upTo?: number | undefined;
  /** What a page past the end is: an empty page (the API, by default) or the last one (screens). */
  whenPastEnd?: "nothing" | "last";
}

/** A page of a list with its total. */
export interface ListPage<Item> {
  items: Item[];
  /** One more than `upTo` of the request if there are more rows. */
  total: number;
  /** Whether the total is exact. */
  isCounted: boolean;
  /** The number of this page; null if it was read by a cursor. */
  page: number | null;
  perPage: number;
  /** Where the following and the preceding page start; null at the ends of the list. */
  next: Cursor | null;
  previous: Cursor | null;
}

/** Some rows of a list, and the total. */
export interface Slice<Row> {
  rows: readonly Row[];
  total: number;
}

/** A list that can be read in parts, in the order of a sort. */
export interface ListSource<Row> {
  slice(sort: string, limit: number, offset: number): Promise<Slice<Row>> | Slice<Row>;
  /** The rows directly after or before the position, in the order of the list. */
  seek(sort: string, limit: number, cursor: Cursor): Promise<readonly Row[]> | readonly Row[];
  total(): Promise<number> | number;
  keyOf(sort: string, row: Row): RowKey;
}

/** Reads a page of a list, by its number or by a cursor. */
export async function readPage<Row>(request: PageRequest, source: ListSource<Row>): Promise<ListPage<Row>> {
  const { page, sort, cursor, upTo = Infinity, whenPastEnd = "nothing" } = request;
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  if (cursor) return readFromCursor({ sort, perPage, cursor }, source);
  if (page < 0) return readFromEnd(request, source);
  const { rows, total } = await source.slice(sort, perPage, (page - 1) * perPage);
  if (total > upTo) return readUncounted(request, source, { rows, total });
  const last = lastPage(total, perPage);
  // the page existed before a deletion
  if (page > last && whenPastEnd === "last") return readPage({ ...request, page: last }, source);
  const { next, previous } = ends(source, sort, rows);
  return {
    items: [...rows],
    total,
    isCounted: true,
    page,
    perPage,
    next: page < last ? next : null,
    previous: page > 1 ? previous : null,
  };
}

/** A page of a list whose total isn't counted, and so its last page isn't known. */
async function readUncounted<Row>(
  request: PageRequest,
  source: ListSource<Row>,
  { rows, total }: Slice<Row>,
): Promise<ListPage<Row>> {
  const { page, sort, perPage, whenPastEnd } = request;
  if (rows.length === 0 && whenPastEnd === "last") return readPage({ ...request, page: -1 }, source);
  const { next, previous } = ends(source, sort, rows);
  return {
    items: [...rows],
    total,
    isCounted: false,
    page,
    perPage,
    next: rows.length === perPage ? next : null,
    previous: page > 1 ? previous : null,
  };
}

/** A page that is counted from the end, where the list is read backwards. */
async function readFromEnd<Row>(request: PageRequest, source: ListSource<Row>): Promise<ListPage<Row>> {
  const { page, sort, perPage, upTo = Infinity } = request;
  const backwards = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
  const { rows, total } = await source.slice(backwards, perPage, (-page - 1) * perPage);
  if (total <= upTo || rows.length === 0)
    return readPage({ ...request, page: Math.max(1, lastPage(total, perPage) + page + 1) }, source);
  const items = [...rows].reverse();
  const { next, previous } = ends(source, sort, items);
  return { items, total, isCounted: false, page, perPage, next: page < -1 ? next : null, previous };
}

async function readFromCursor<Row>(
  { sort, perPage, cursor }: { sort: string; perPage: number; cursor: Cursor },
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const isForward = cursor.side === "after";
  // one more row tells whether there are others
  const [found, total] = await Promise.all([source.seek(sort, perPage + 1, cursor), source.total()]);
  const items = isForward ? found.slice(0, perPage) : found.slice(-perPage);
  const { next, previous } = ends(source, sort, items);
  const hasMore = found.length > perPage;
  const behind = isForward ? previous : next;
  const hasBehind = behind !== null && (await source.seek(sort, 1, behind)).length > 0;
  return {
    items,
    total,
    isCounted: true,
    page: null,
    perPage,
    next: (isForward ? hasMore : hasBehind) ? next : null,
    previous: (isForward ? hasBehind : hasMore) ? previous : null,
  };
}

function ends<Row>(source: ListSource<Row>, sort: string, rows: readonly Row[]) {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    next: last === undefined ? null : ({ side: "after", key: source.keyOf(sort, last) } as const),
    previous: first === undefined ? null : ({ side: "before", key: source.keyOf(sort, first) } as const),
  };
}

/** The number of the last page; an empty list has one page. */
export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/**
 * `readPage` for a few items in memory.
 * @param items filtered and sorted
 * @param idOf the id of an item. A cursor whose item is gone continues at the item's former place.
 */
export const pageOf = <Item>(
  request: PageRequest,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Promise<ListPage<Item>> => {
  const indexOf = ({ id, index }: RowKey): { index: number; isGone: boolean } => {
    const found = items.findIndex((item) => idOf(item) === id);
    return { index: found < 0 ? Number(index) : found, isGone: found < 0 };
  };
  return readPage(request, {
    slice: (_sort, limit, offset) => ({ rows: items.slice(offset, offset + limit), total: items.length }),
    seek: (_sort, limit, { side, key }) => {
      const { index, isGone } = indexOf(key);
      if (side === "before") return items.slice(Math.max(0, index - limit), Math.max(0, index));
      const start = isGone ? index : index + 1;
      return items.slice(start, start + limit);
    },
    total: () => items.length,
    keyOf: (_sort, item) => ({ id: idOf(item), index: items.indexOf(item) }),
  });
};

/** The page with each item presented. */
export const mapPage = <From, To>(page: ListPage<From>, present: (item: From) => To): ListPage<To> => ({
  ...page,
  items: page.items.map(present),
});
