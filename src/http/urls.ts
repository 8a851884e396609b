import type { Request } from "express";
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
export const isAmbiguous = ({ rawHeaders, url }: Request): boolean =>
  hostsOf(rawHeaders) > 1 || !url.startsWith("/");

/**
 * RFC 9112, section 3.2: a request has one Host. A target with a scheme (section 3.2.2) is read as its path and
 * query.
 * @throws MalformedRequest
 */
export const refuseAmbiguousRequests: Stage = (request) => {
  if (hostsOf(request.rawHeaders) > 1) throw new MalformedRequest("more than one Host header");
  if (!request.url.startsWith("/") && request.url !== "*") {
    if (!/^https?:\/\/[^/]/i.test(request.url) || !URL.canParse(request.url))
      throw new MalformedRequest("the request target isn't a valid URL");
    const { pathname, search } = new URL(request.url);
    request.url = pathname + search;
    request.originalUrl = request.url;
  }
};

function hostsOf(headers: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts;
}
