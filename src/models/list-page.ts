/** The most items on a page of any list. */
export const MAX_PER_PAGE = 100;

/** Which part of a list is wanted, in which order. */
export interface PageRequest {
  /** A field, `-` in front for descending. Ties are broken by id in the same direction. */
  sort: string;
  /** From 1. */
  page: number;
  /** Cut to `MAX_PER_PAGE`. */
  perPage: number;
  /** The answer to a page after the last one: nothing (the API, by default), or the last one (screens). */
  beyondEnd?: "nothing" | "last";
}

/** A page of a list, as every counted list returns it. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  /** The page that these items are on. */
  page: number;
  perPage: number;
}

/** Some rows of a list, and how many there are in all. */
export interface Slice<Item> {
  rows: readonly Item[];
  total: number;
}

/** Reads a page of a list that can be cut into slices. */
export async function readPage<Item>(
  { page, perPage: wanted, sort, beyondEnd = "nothing" }: PageRequest,
  slice: (sort: string, limit: number, offset: number) => Promise<Slice<Item>> | Slice<Item>,
): Promise<ListPage<Item>> {
  const perPage = Math.min(wanted, MAX_PER_PAGE);
  const { rows, total } = await slice(sort, perPage, (page - 1) * perPage);
  const last = lastPage(total, perPage);
  // a page that was there before something was deleted
  if (page > last && beyondEnd === "last") return readPage({ page: last, perPage, sort, beyondEnd }, slice);
  return { items: [...rows], total, page, perPage };
}

/** The number of the last page; a list without items has one, empty page. */
export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/** `readPage` of items that are few and in memory. @param items filtered and sorted */
export const pageOf = <Item>(request: PageRequest, items: readonly Item[]): Promise<ListPage<Item>> =>
  readPage(request, (_sort, limit, offset) => ({
    rows: items.slice(offset, offset + limit),
    total: items.length,
  }));

/** A page with its items presented in another way. */
export const mapPage = <From, To>(page: ListPage<From>, present: (item: From) => To): ListPage<To> => ({
  ...page,
  items: page.items.map(present),
});
