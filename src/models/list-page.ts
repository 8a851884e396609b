/** The most items per page of any list. */
export const MAX_PER_PAGE = 100;

/** The requested part and order of a list. */
export interface PageRequest {
  /** A field, with a leading `-` for descending order. Ties are broken by id in the same direction. */
  sort: string;
  /** Starts at 1. */
  page: number;
  /** Limited to `MAX_PER_PAGE`. */
  perPage: number;
  /** The answer to a page beyond the end: an empty page (the API, by default) or the last one (screens). */
  beyondEnd?: "nothing" | "last";
}

/** A page of a list with its total. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  /** The number of this page. */
  page: number;
  perPage: number;
}

/** Some rows of a list, and the total. */
export interface Slice<Item> {
  rows: readonly Item[];
  total: number;
}

/** Reads a page of a list through its slices. */
export async function readPage<Item>(
  { page, perPage: wanted, sort, beyondEnd = "nothing" }: PageRequest,
  slice: (sort: string, limit: number, offset: number) => Promise<Slice<Item>> | Slice<Item>,
): Promise<ListPage<Item>> {
  const perPage = Math.min(wanted, MAX_PER_PAGE);
  const { rows, total } = await slice(sort, perPage, (page - 1) * perPage);
  const last = lastPage(total, perPage);
  // the page existed before a deletion
  if (page > last && beyondEnd === "last") return readPage({ page: last, perPage, sort, beyondEnd }, slice);
  return { items: [...rows], total, page, perPage };
}

/** The number of the last page; an empty list has one page. */
export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/** `readPage` for a few items in memory. @param items filtered and sorted */
export const pageOf = <Item>(request: PageRequest, items: readonly Item[]): Promise<ListPage<Item>> =>
  readPage(request, (_sort, limit, offset) => ({
    rows: items.slice(offset, offset + limit),
    total: items.length,
  }));

/** The page with each item presented. */
export const mapPage = <From, To>(page: ListPage<From>, present: (item: From) => To): ListPage<To> => ({
  ...page,
  items: page.items.map(present),
});
