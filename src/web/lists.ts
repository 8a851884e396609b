import { path } from "./addresses.js";
import type { WebCall } from "./call.js";
import type { RouteName } from "./routes.js";

/** Rows on a page of every list. */
export const PER_PAGE = 15;
const LONGEST_SEARCH = 255;

/** What a list may be sorted by, and what it is sorted by when its address does not say. */
export interface ListSorts {
  columns: readonly string[];
  byDefault: string;
}

/** The list as its address asks for it. What the address says wrongly counts as not said. */
export class ListRequest {
  readonly search: string;
  /** A column, `-` in front for descending. */
  readonly sort: string;
  readonly page: number;
  readonly perPage = PER_PAGE;
  /** Those of the filters that the address names. */
  readonly filters: Readonly<Record<string, string>>;

  /** @param filters what narrows the list besides the search: names of the address */
  constructor(
    readonly route: RouteName,
    call: WebCall,
    private readonly sorts: ListSorts,
    filters: readonly string[] = [],
  ) {
    const sort = call.query("sort") ?? "";
    const page = call.query("page") ?? "";
    this.search = typedIn(call.query("search") ?? "");
    const narrowed = filters.map((name) => [name, typedIn(call.query(name) ?? "")] as const);
    this.filters = Object.fromEntries(narrowed.filter(([, value]) => value !== ""));
    this.sort = sorts.columns.includes(columnOf(sort)) ? sort : sorts.byDefault;
    this.page = /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
  }

  /** The list as the query of an address; what goes without saying is left out. */
  query(changes: { sort?: string; page?: number } = {}): Record<string, string | undefined> {
    const { search, filters } = this;
    const { sort, page } = { sort: this.sort, page: this.page, ...changes };
    return {
      ...filters,
      search: search || undefined,
      sort: sort === this.sorts.byDefault ? undefined : sort,
      page: page === 1 ? undefined : String(page),
    };
  }
}

/** A NUL would end the pattern on SQLite, which then finds everything. */
const typedIn = (typed: string): string =>
  [...typed.replaceAll(/\p{Cc}/gu, " ").trim()].slice(0, LONGEST_SEARCH).join("");

const columnOf = (sort: string): string => sort.replace(/^-/, "");

/** What the partials `list-…` show around the rows. */
export function listView(request: ListRequest, { total, page }: { total: number; page: number }) {
  const { route, search, sort, perPage, filters } = request;
  const at = (changes: Parameters<ListRequest["query"]>[0] = {}): string =>
    path(route, request.query({ page, ...changes }));
  return {
    route,
    search,
    filters,
    /** Whether rows may be left out. */
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
    sort,
    total,
    page,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    /** Of the rows on this page, counted from 1. */
    from: (page - 1) * perPage + 1,
    to: Math.min(total, page * perPage),
    at,
    /** The list sorted by the column, from its first page; by the one it is sorted by, the other way round. */
    sortedBy: (column: string, first = column): string =>
      at({ page: 1, sort: columnOf(sort) !== column ? first : sort === column ? `-${column}` : column }),
    direction: (column: string): "ascending" | "descending" | null =>
      columnOf(sort) !== column ? null : sort === column ? "ascending" : "descending",
    /** For forms whose answer leads back to this very page. */
    query: request.query({ page }),
  };
}
