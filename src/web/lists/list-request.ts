import type { Text } from "../../texts/translate.js";
import { ValidationFailed } from "../../lib/failures.js";
import { lastPage, type ListPage } from "../../models/lists/list-page.js";
import { searchProblem } from "../../lib/text/search.js";
import { path } from "../server/addresses.js";
import type { WebCall } from "../server/call.js";
import type { PageOptions } from "../server/responses/web-result.js";
import type { RouteName } from "../server/paths.js";

/** The choices of rows per page of every list; the first is the default. */
export const ROWS_PER_PAGE = [15, 30, 50, 100] as const;
export const PER_PAGE = ROWS_PER_PAGE[0];
const LONGEST_SEARCH = 255;
/** Of longer lists of users and tokens, the total isn't counted: finding it can take much longer than the page. */
export const MOST_COUNTED = 10_000;

/** The sortable columns of a list and its default. */
export interface ListSorts {
  columns: readonly string[];
  byDefault: string;
}

/** Validates a filter's value: the error, or null. */
export type FilterCheck = (value: string) => Text | null;

/** A request for a list, parsed from the address. Invalid parts are ignored. */
export class ListRequest {
  readonly search: string;
  /** A column, with a leading `-` for descending order. */
  readonly sort: string;
  readonly page: number;
  readonly perPage: number;
  /** A page beyond the end, for example after a deletion, becomes the last one. */
  readonly whenPastEnd = "last";
  /** The valid filters of the address. */
  readonly filters: Readonly<Record<string, string>>;
  /** The invalid filters, which aren't applied but reported. */
  readonly rejected: Readonly<Record<string, { value: string; sentence: Text }>>;

  /**
   * @param filters besides the search: their names, or a validation for each
   * @param place the values of the placeholders in the path of the route
   */
  constructor(
    readonly route: RouteName,
    call: WebCall,
    private readonly sorts: ListSorts,
    filters: Filters = [],
    readonly place: Readonly<Record<string, string>> = {},
  ) {
    const sort = call.query("sort") ?? "";
    const page = call.query("page") ?? "";
    const checks: [string, FilterCheck][] = isNames(filters) ? unchecked(filters) : Object.entries(filters);
    checks.push(["search", searchProblem]);
    const requested = checks
      .map(([name, check]) => ({ name, check, value: withoutNul(call.query(name) ?? "") }))
      .filter(({ value }) => value !== "")
      .map(({ name, check, value }) => ({ name, value, sentence: check(value) }));
    const right = requested.filter(({ sentence }) => sentence === null);
    const { search = "", ...others } = Object.fromEntries(right.map(({ name, value }) => [name, value]));
    this.search = search;
    this.filters = others;
    this.rejected = Object.fromEntries(
      requested.flatMap(({ name, value, sentence }) => (sentence ? [[name, { value, sentence }]] : [])),
    );
    this.sort = sorts.columns.includes(columnOf(sort)) ? sort : sorts.byDefault;
    this.perPage = ROWS_PER_PAGE.find((rows) => String(rows) === call.query("per_page")) ?? PER_PAGE;
    this.page = /^-?[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
  }

  /** Rejects an export of an invalid search, which would export everything. @throws ValidationFailed */
  assertSearchable(): void {
    const { search } = this.rejected;
    if (search) throw new ValidationFailed({ search: [search.sentence] });
  }

  /** The list as the query of an address, without defaults. */
  query(changes: ListChanges = {}): Record<string, string | undefined> {
    const { search, filters } = this;
    const { sort, page, perPage } = { sort: this.sort, page: this.page, perPage: this.perPage, ...changes };
    return {
      ...this.place,
      ...filters,
      search: search || undefined,
      sort: sort === this.sorts.byDefault ? undefined : sort,
      page: page === 1 ? undefined : String(page),
      per_page: perPage === PER_PAGE ? undefined : String(perPage),
    };
  }
}

interface ListChanges {
  sort?: string;
  page?: number;
  perPage?: number;
}

type Filters = readonly string[] | Readonly<Record<string, FilterCheck>>;
const isNames = (filters: Filters): filters is readonly string[] => Array.isArray(filters);
const unchecked = (names: readonly string[]): [string, FilterCheck][] =>
  names.map((name) => [name, () => null]);

/** Removes NUL, which would end the pattern on SQLite and match everything. */
const withoutNul = (typed: string): string =>
  [...typed.replaceAll(/\p{Cc}/gu, " ").trim()].slice(0, LONGEST_SEARCH).join("");

const columnOf = (sort: string): string => sort.replace(/^-/, "");

/** The status of a page with an invalid search. */
export const listOptions = ({ rejected }: ListRequest): PageOptions =>
  rejected["search"] === undefined ? {} : { status: 422 };

/** The first page, the last one, and those around the current one; null for a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const numbers = [...new Set(near)].sort((left, right) => left - right);
  return numbers.flatMap((number, index) => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1;
    // a gap of one page is that page
    return skipped === 0 ? [number] : skipped === 1 ? [number - 1, number] : [null, number];
  });
}

/** The data of the partials `lists/…`. */
export function listView(request: ListRequest, found: ListPage<unknown>) {
  const { total, isCounted } = found;
  const page = found.page ?? 1;
  const { route, place, search, sort, perPage, filters, rejected } = request;
  const at = (changes: Parameters<ListRequest["query"]>[0] = {}): string =>
    path(route, request.query({ page, ...changes }));
  return {
    route,
    place,
    search,
    filters,
    rejected,
    /** Whether filters or a search apply. */
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
    sort,
    total,
    /** Otherwise it has no numbers of pages, and the pages from the end have negative ones. */
    isCounted,
    page,
    lastPage: lastPage(total, perPage),
    perPage,
    /** The choices of rows per page, unless the smallest shows all rows. */
    rowsPerPage: total > PER_PAGE ? ROWS_PER_PAGE : [],
    /** The numbers of the pages to link to; null for a gap. */
    pages: isCounted ? pageNumbers(page, lastPage(total, perPage)) : [],
    hasPrevious: found.previous !== null,
    hasNext: found.next !== null,
    /** The number of the first row on this page, starting at 1; null on a page from the end. */
    from: page < 0 ? null : (page - 1) * perPage + 1,
    to: (page - 1) * perPage + found.items.length,
    at,
    /** The address of the first page sorted by the column, reversed if it is the current sort. */
    sortedBy: (column: string, first = column): string =>
      at({ page: 1, sort: columnOf(sort) !== column ? first : sort === column ? `-${column}` : column }),
    direction: (column: string): "ascending" | "descending" | null =>
      columnOf(sort) !== column ? null : sort === column ? "ascending" : "descending",
    /** For forms that return to this page. */
    query: request.query({ page }),
  };
}
