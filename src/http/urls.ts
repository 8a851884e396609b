import type { Request } from "express";
import { timesSent } from "../lib/sent-headers.js";
import type { Stage } from "./stage.js";

/** A request that can't be parsed. The parsers of Express mark their errors in the same way. */
export class MalformedRequest extends Error {
  readonly status = 400;
}

/** @throws URIError for an invalid percent-encoding in the path or in the query */
export const refuseMalformedUrls: Stage = (request) => {
  if (request.url.includes("%")) decodeURIComponent(request.url.replaceAll("+", " "));
};

/** Whether the request has more than one Host, or a target with a scheme. */
export const isAmbiguous = (request: Request): boolean =>
  timesSent("host", request) > 1 || !request.url.startsWith("/");

/**
 * RFC 9112, section 3.2: a request has one Host. A target with a scheme (section 3.2.2) is read as its path and
 * query.
 * @throws MalformedRequest
 */
export const refuseAmbiguousRequests: Stage = (request) => {
  if (timesSent("host", request) > 1) throw new MalformedRequest("more than one Host header");
  if (!request.url.startsWith("/") && request.url !== "*") {
    if (!/^https?:\/\/[^/]/i.test(request.url) || !URL.canParse(request.url))
      throw new MalformedRequest("the request target isn't a valid URL");
    const { pathname, search } = new URL(request.url);
    request.url = pathname + search;
    request.originalUrl = request.url;
  }
};
