import type { IncomingMessage } from "node:http";
import { headerCount } from "../lib/network/sent-headers.js";
import type { StageRequest } from "../lib/requests.js";
import type { Stage } from "./stage.js";

/** A request that can't be parsed. The parsers of Express mark their errors in the same way. */
class MalformedRequest extends Error {
  readonly status = 400;
}

/** @throws URIError for an invalid percent-encoding in the path or in the query */
export const rejectMalformedUrls: Stage = (request) => {
  if (request.url.includes("%")) decodeURIComponent(request.url.replaceAll("+", " "));
};

/** A request target without scheme and host (RFC 9112, section 3.2); null if it isn't a valid one. */
function originForm(target: string): string | null {
  if (target.startsWith("/") || target === "*") return target;
  if (!/^https?:\/\/[^/]/i.test(target) || !URL.canParse(target)) return null;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** Reads the request target, before anything looks for its route. An invalid one is kept for `rejectAmbiguousRequests`. */
export function readTarget(request: IncomingMessage): void {
  const target = originForm(request.url!);
  Object.assign(request, { url: target ?? "/", originalUrl: target ?? request.url });
}

/** Whether the request has more than one Host, or a target that isn't a valid URL (RFC 9112, section 3.2). */
export const isAmbiguous = (request: StageRequest): boolean =>
  headerCount("host", request) > 1 || !/^(\/|\*$)/.test(request.originalUrl);

/** @throws MalformedRequest */
export const rejectAmbiguousRequests: Stage = (request) => {
  if (isAmbiguous(request)) throw new MalformedRequest("more than one Host header, or an invalid target");
};
