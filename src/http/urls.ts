import type { RequestHandler } from "express";

/** @throws URIError for a percent-encoding that means nothing, in the path or in the query */
export const refuseMalformedUrls: RequestHandler = (request, _response, next) => {
  if (request.url.includes("%")) decodeURIComponent(request.url.replaceAll("+", " "));
  next();
};
