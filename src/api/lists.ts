import type { Services } from "../domain/services.js";
import { startOfUtcDay } from "../lib/clock.js";
import { type FieldSentences, ValidationFailed } from "../lib/failures.js";
import { Signer } from "../lib/signatures.js";
import { searchProblem } from "../lib/text/search.js";
import { type Cursor, lastPage, type ListPage, pageOf, type PageRequest } from "../models/lists/list-page.js";
import type { UserFilters } from "../models/lists/user-filters.js";
import { ApiResponse } from "./envelope.js";
import type { Schema } from "./types.js";

/** Names the filters in the errors of a list as the query does: `filter.event`. */
export async function namingFilters<T>(list: Promise<T>): Promise<T> {
  try {
    return await list;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const fields = Object.entries(error.fields).map(([name, sentences]) => [`filter.${name}`, sentences]);
    throw new ValidationFailed(Object.fromEntries(fields) as FieldSentences);
  }
}

/** The value of `filter[search]`. @throws ValidationFailed for too many words */
export function searchFilter(search = ""): string {
  const problem = searchProblem(search);
  if (problem !== null) throw new ValidationFailed({ "filter.search": [problem] });
  return search;
}

interface FilterQuery {
  id?: string;
  email?: string;
  external_id?: string;
  search?: string;
  status?: string;
  role?: string;
  created_from?: string;
  created_to?: string;
  invited?: "only";
  deleted?: "only";
}

/**
 * Converts the query parameter `filter` into filters of the user list.
 * @throws ValidationFailed for a search with too many words, and for a date that doesn't exist, such as February 30,
 * which the validator's `date` format accepts
 */
export function userFilters({
  created_from,
  created_to,
  external_id,
  ...filters
}: FilterQuery = {}): UserFilters {
  const problem = searchProblem(filters.search ?? "");
  if (problem !== null) throw new ValidationFailed({ "filter.search": [problem] });
  return {
    ...filters,
    ...(external_id === undefined ? {} : { externalId: external_id }),
    ...(created_from === undefined ? {} : { createdFrom: utcDay("created_from", created_from) }),
    ...(created_to === undefined ? {} : { createdTo: utcDay("created_to", created_to) }),
  };
}

function utcDay(name: string, date: string): number {
  const ms = startOfUtcDay(date);
  if (ms === null)
    throw new ValidationFailed({ [`filter.${name}`]: [`The filter.${name} must be a valid date.`] });
  return ms;
}

/** What a list needs of its call. */
interface ListCall {
  query: { sort?: string; page?: number; per_page?: number; cursor?: string; filter?: object };
  /** Path and query as they were sent. */
  requestTarget: string;
  services: Services;
}

/**
 * Answers a list operation: reads the page that the call asks for, and presents its items.
 * @param byDefault the sort without the parameter
 * @throws ValidationFailed on `cursor` and `page`, and what `read` throws
 */
export async function respondWithList<Row, Item>(
  call: ListCall,
  byDefault: string,
  read: (request: PageRequest) => Promise<ListPage<Row>>,
  present: (row: Row) => Item,
) {
  const request = pageRequest(call, byDefault);
  const page = await read(request);
  return ApiResponse.list(page.items.map(present), metaAndLinks(call, request, page));
}

/** `respondWithList` for a few items in memory. @param read returns them sorted */
export const respondWithItems = <Row, Item extends { id: string }>(
  call: ListCall,
  byDefault: string,
  read: () => Promise<readonly Row[]>,
  present: (row: Row) => Item,
) =>
  respondWithList(
    call,
    byDefault,
    async (request) => pageOf(request, (await read()).map(present), ({ id }) => id),
    (item) => item,
  );

/**
 * The page that a call asks for.
 * @throws ValidationFailed on `cursor` when it belongs to another list, sort or filter, and on `page` beside a cursor
 */
function pageRequest(call: ListCall, byDefault: string): PageRequest {
  const { sort = byDefault, page, per_page: perPage = 10, cursor } = call.query;
  if (cursor === undefined) return { sort, page: page ?? 1, perPage };
  if (page !== undefined) throw new ValidationFailed({ page: ["The page can't be combined with a cursor."] });
  return { sort, page: 1, perPage, cursor: openCursor(call, sort, cursor) };
}

/** The `meta` and the headers of a list. */
function metaAndLinks(call: ListCall, request: PageRequest, page: ListPage<unknown>) {
  const { items, total, perPage, page: number } = page;
  const seal = (cursor: Cursor | null): string | null => cursor && sealCursor(call, request.sort, cursor);
  const [next, previous] = [seal(page.next), seal(page.previous)];
  const from = number === null || items.length === 0 ? null : (number - 1) * perPage + 1;
  const pagination: Schema<"Pagination"> = {
    total,
    per_page: perPage,
    current_page: number,
    last_page: number === null ? null : lastPage(total, perPage),
    from,
    to: from === null ? null : from + items.length - 1,
    next_cursor: next,
    prev_cursor: previous,
  };
  return { meta: { pagination }, headers: { Link: linkHeader(call, next, previous) } };
}

/** RFC 8288. The links keep sort, filters and size of the page. */
function linkHeader({ requestTarget }: ListCall, next: string | null, previous: string | null): string {
  const [path = ""] = requestTarget.split("?", 1);
  const parameters = new URLSearchParams(requestTarget.slice(path.length));
  for (const name of ["page", "cursor"]) parameters.delete(name);
  const query = parameters.toString();
  // cursors have only letters, digits and -_. and need no encoding
  const at = (cursor: string | null): string => {
    const search = [query, cursor === null ? "" : `cursor=${cursor}`].filter((part) => part !== "").join("&");
    return search === "" ? path : `${path}?${search}`;
  };
  const links = [
    ...(next === null ? [] : [[at(next), "next"]]),
    ...(previous === null ? [] : [[at(previous), "prev"]]),
    [at(null), "first"],
  ];
  return links.map(([target, relation]) => `<${target}>; rel="${relation}"`).join(", ");
}

const signerOf = ({ services }: ListCall): Signer => new Signer(services.encryption, "list-cursor");

/** The list that a cursor belongs to. */
function listOf({ requestTarget, query }: ListCall, sort: string): string {
  const [path] = requestTarget.split("?", 1);
  const filters = Object.entries(query.filter ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([path, sort, filters]);
}

const sealCursor = (call: ListCall, sort: string, { side, key }: Cursor): string => {
  const text = Buffer.from(JSON.stringify({ side, key })).toString("base64url");
  return `${text}.${signerOf(call).signature(listOf(call, sort) + text)}`;
};

function openCursor(call: ListCall, sort: string, sealed: string): Cursor {
  const [text = "", signature = ""] = sealed.split(".");
  if (!signerOf(call).matches(listOf(call, sort) + text, signature))
    throw new ValidationFailed({ cursor: ["The cursor doesn't belong to this list, sort and filters."] });
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Cursor;
}
