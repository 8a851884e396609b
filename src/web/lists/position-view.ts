import { path } from "../server/addresses.js";
import type { Sentence } from "../../texts/translate.js";
import { PER_PAGE, ROWS_PER_PAGE, type ListRequest } from "./list-request.js";

/** Filter → its rejected value and the error. */
export type RejectedFilters = Readonly<Record<string, { value: string; sentence: Sentence }>>;

/** The rows of a page that was read by position. */
interface FoundByPosition<Row> {
  rows: readonly Row[];
  hasNewer: boolean;
  hasOlder: boolean;
  /** The position of a row in an address. */
  placeIn(row: Row): string;
}

/**
 * `listView` for a list without a total, for the partials `lists/search` and `admin/activity/list/positions`.
 * @param found null if nothing was read, because of a rejected filter
 */
export function positionView<Row>(
  request: ListRequest,
  found: FoundByPosition<Row> | null,
  rejected: RejectedFilters,
) {
  const { route, perPage, filters } = request;
  const query = request.query({ page: 1 });
  const to = (position: Record<string, string> = {}): string => path(route, { ...query, ...position });
  const { rows = [], hasNewer = false, hasOlder = false } = found ?? {};
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    route,
    search: "",
    filters,
    rejected,
    isNarrowed: Object.keys(filters).length > 0,
    perPage,
    /** As in `listView`: the choices, unless the smallest shows all rows. */
    rowsPerPage: hasNewer || hasOlder || rows.length > PER_PAGE ? ROWS_PER_PAGE : [],
    /** The newest rows with other parameters. */
    at: (changes: Parameters<ListRequest["query"]>[0]): string => path(route, request.query(changes)),
    newest: hasNewer ? to() : null,
    newer: found && hasNewer && first ? to({ newer: found.placeIn(first) }) : null,
    older: found && hasOlder && last ? to({ older: found.placeIn(last) }) : null,
    query,
  };
}
