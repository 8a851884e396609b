import type { RequestHandler } from "express";
import { PATHS } from "./web/server/paths.js";

const link = (path: string, rel: string, type: string): string => `<${path}>; rel="${rel}"; type="${type}"`;

/**
 * The links from the API to its contract (RFC 8631): the document for programs, and the page for people.
 * @param hasScreens whether the service has pages
 */
export function contractLinks(hasScreens: boolean): string {
  const document = link(PATHS["api-dock.json"], "service-desc", "application/json");
  return hasScreens ? `${document}, ${link(PATHS["api-dock"], "service-doc", "text/html")}` : document;
}

/** Adds the links to every response of the API and to the start page, which also has one to the catalogue (RFC 9727). */
export function announceContract(base: string, hasScreens: boolean): RequestHandler {
  const links = contractLinks(hasScreens);
  const catalogue = link(PATHS["well-known.api-catalog"], "api-catalog", "application/linkset+json");
  return (request, response, next) => {
    const { path } = request;
    if (path === base || path.startsWith(`${base}/`)) response.setHeader("Link", links);
    else if (path === PATHS.home && hasScreens) response.setHeader("Link", `${links}, ${catalogue}`);
    next();
  };
}
