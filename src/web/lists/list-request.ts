import type { Text } from "../../texts/translate.js";
import { ValidationFailed } from "../../lib/failures.js";
import { lastPage } from "../../models/list-page.js";
import { searchProblem } from "../../lib/search.js";
import { path } from "../server/addresses.js";
import type { WebCall } from "../server/call.js";
import type { PageOptions } from "../server/reply.js";
import type { RouteName } from "../server/paths.js";

/** Rows on a page of every list. */
export const PER_PAGE = 15;
const LONGEST_SEARCH = 255;

/** What a list may be sorted by, and what it is sorted by when its address does not say. */
export interface ListSorts {
  columns: readonly string[];
  byDefault: string;
}

/** What is wrong with the value of a filter, or null. */
export type FilterCheck = (value: string) => Text | null;

/** The list as its address asks for it. What the address says wrongly counts as not said. */
export class ListRequest {
  readonly search: string;
  /** A column, `-` in front for descending. */
  readonly sort: string;
  readonly page: number;
  readonly perPage = PER_PAGE;
  /** A page that was there before something was deleted. */
  readonly beyondEnd = "last";
  /** Those of the filters that the address names, and names rightly. */
  readonly filters: Readonly<Record<string, string>>;
  /** Those that it names wrongly: they narrow nothing, and are answered in words. */
  readonly refused: Readonly<Record<string, { value: string; sentence: Text }>>;

  /** @param filters what narrows the list besides the search: names of the address, or what is wrong with a value */
  constructor(
    readonly route: RouteName,
    call: WebCall,
    private readonly sorts: ListSorts,
    filters: Filters = [],
  ) {
    const sort = call.query("sort") ?? "";
    const page = call.query("page") ?? "";
    const checks: [string, FilterCheck][] = isNames(filters) ? unchecked(filters) : Object.entries(filters);
    checks.push(["search", searchProblem]);
    const asked = checks
      .map(([name, check]) => ({ name, check, value: typedIn(call.query(name) ?? "") }))
      .filter(({ value }) => value !== "")
      .map(({ name, check, value }) => ({ name, value, sentence: check(value) }));
    const right = asked.filter(({ sentence }) => sentence === null);
    const { search = "", ...others } = Object.fromEntries(right.map(({ name, value }) => [name, value]));
    this.search = search;
    this.filters = others;
    this.refused = Object.fromEntries(
      asked.flatMap(({ name, value, sentence }) => (sentence ? [[name, { value, sentence }]] : [])),
    );
    this.sort = sorts.columns.includes(columnOf(sort)) ? sort : sorts.byDefault;
    this.page = /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
  }

  /** For an export: of a search that is refused it would be a copy of everything. @throws ValidationFailed */
  assertSearchable(): void {
    const { search } = this.refused;
    if (search) throw new ValidationFailed({ search: [search.sentence] });
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

type Filters = readonly string[] | Readonly<Record<string, FilterCheck>>;
const isNames = (filters: Filters): filters is readonly string[] => Array.isArray(filters);
const unchecked = (names: readonly string[]): [string, FilterCheck][] =>
  names.map((name) => [name, () => null]);

/** A NUL would end the pattern on SQLite, which then finds everything. */
const typedIn = (typed: string): string =>
  [...typed.replaceAll(/\p{Cc}/gu, " ").trim()].slice(0, LONGEST_SEARCH).join("");

const columnOf = (sort: string): string => sort.replace(/^-/, "");

/** The status of a page whose search was refused. */
export const listOptions = ({ refused }: ListRequest): PageOptions =>
  refused["search"] === undefined ? {} : { status: 422 };

/** What the partials `lists/…` show around the rows. */
export function listView(request: ListRequest, { total, page }: { total: number; page: number }) {
  const { route, search, sort, perPage, filters, refused } = request;
  const at = (changes: Parameters<ListRequest["query"]>[0] = {}): string =>
    path(route, request.query({ page, ...changes }));
  return {
    route,
    search,
    filters,
    refused,
    /** Whether rows may be left out. */
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
    sort,
    total,
    page,
    lastPage: lastPage(total, perPage),
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
