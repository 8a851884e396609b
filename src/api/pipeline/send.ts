import type { IncomingMessage } from "node:http";
import { etagMatches } from "../../http/conditional.js";
import { type Envelope, sendText, toApi } from "../../http/envelope.js";
import { localsOf } from "../../http/locals.js";
import type { StageResponse } from "../../lib/requests.js";
import type { AnyHandlerResult } from "../route-files.js";

/** What is sent for the result of a handler. */
export interface HttpResponse {
  status: number;
  /** The headers of the result. */
  headers: Record<string, string>;
  /** The body; null with 304. */
  envelope: Envelope | null;
}

/** Answers 304 to a client that holds the version of the entity tag (RFC 9110, section 13.1.2). */
export function toHttpResponse(
  result: AnyHandlerResult,
  { method, headers: sent }: IncomingMessage,
  traceId: string,
): HttpResponse {
  const { status, data, meta, message = "OK", headers = {} } = result;
  const tag = headers["ETag"];
  if (tag === undefined || !(method === "GET" || method === "HEAD"))
    return { status, headers, envelope: toApi({ status, message, data, meta }, traceId) };
  const revalidated = { "Cache-Control": "private, no-cache", ...headers };
  if (etagMatches(sent["if-none-match"], tag)) return { status: 304, headers: revalidated, envelope: null };
  return { status, headers: revalidated, envelope: toApi({ status, message, data, meta }, traceId) };
}

const JSON_TYPE = "application/json; charset=utf-8";
const CACHE_CONTROL = "Cache-Control";
const LINK = "Link";

/** What is sent for a response, except for the headers of its request. */
interface SerializedResponse {
  status: number;
  /** Names and values in turn, without the length. */
  headers: readonly string[];
  /** The envelope as JSON; null without a body. */
  text: string | null;
}
export type Compose = (outgoing: HttpResponse) => SerializedResponse;

/**
 * @param constant the headers of every response
 * @param links the `Link` of every response; that of a result comes first, because some clients read only the first one
 */
export function composer(constant: ReadonlyMap<string, string>, links: string): Compose {
  const { [CACHE_CONTROL]: cacheControl = "no-store", ...others } = Object.fromEntries(constant);
  const block = Object.entries(others).flat();
  return ({ status, headers, envelope }) => {
    const { [CACHE_CONTROL]: ownControl = cacheControl, Link: ownLinks, ...own } = headers;
    const list = block.concat(CACHE_CONTROL, ownControl, LINK, ownLinks ? `${ownLinks}, ${links}` : links);
    for (const [name, value] of Object.entries(own)) list.push(name, value);
    if (envelope === null) return { status, headers: list, text: null };
    list.push("Content-Type", JSON_TYPE);
    return { status, headers: list, text: JSON.stringify(envelope) };
  };
}

/** Sends the response in one write. */
export function sendSerialized(response: StageResponse, { status, headers, text }: SerializedResponse): void {
  sendText(response, status, headers.concat(localsOf(response).headers ?? []), text);
}
