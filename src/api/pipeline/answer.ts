import type { IncomingMessage } from "node:http";
import { etagMatches } from "../../http/conditional.js";
import { toApi, type Envelope } from "../../http/envelope.js";
import type { AnyReply } from "../route-files.js";

/** What is sent for a reply. */
export interface Answer {
  status: number;
  /** The headers of the reply. */
  headers: Record<string, string>;
  /** The body; null for a representation that the client holds already. */
  envelope: Envelope | null;
}

/** Answers 304 to a client that holds the version of the entity tag (RFC 9110, section 13.1.2). */
export function answerOf(
  reply: AnyReply,
  { method, headers: sent }: IncomingMessage,
  traceId: string,
): Answer {
  const { status, data, meta, message = "OK", headers = {} } = reply;
  const tag = headers["ETag"];
  if (tag === undefined || !(method === "GET" || method === "HEAD"))
    return { status, headers, envelope: toApi({ status, message, data, meta }, traceId) };
  const revalidated = { "Cache-Control": "private, no-cache", ...headers };
  if (etagMatches(sent["if-none-match"], tag)) return { status: 304, headers: revalidated, envelope: null };
  return { status, headers: revalidated, envelope: toApi({ status, message, data, meta }, traceId) };
}
