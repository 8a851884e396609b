import type { RequestHandler } from "express";
import type { OpenApiDocument } from "../../contract/document.js";
import { basePathOf, type Operation } from "../../contract/operations.js";
import { toApi } from "../../http/envelope.js";
import { localsOf } from "../../http/locals.js";
import { RouteLookup } from "../../http/route-lookup.js";
import { ApiException } from "../envelope.js";
import { methodOf, routeOf } from "./operation.js";

/** Answers requests that match no operation: OPTIONS of a documented path, 405 for its other methods, and 404. */
export function unknownRoutes(document: OpenApiDocument, operations: readonly Operation[]): RequestHandler {
  const lookup = new RouteLookup<true>();
  for (const operation of operations)
    lookup.add(methodOf(operation), routeOf(operation, basePathOf(document)), true);
  return ({ method, baseUrl, path }, response) => {
    const allowed = lookup.allowedOn(baseUrl + path);
    if (allowed.length === 0)
      throw new ApiException(404, "route_not_found", "The requested endpoint does not exist.");
    response.set("Allow", [...allowed, "OPTIONS"].join(", "));
    if (method !== "OPTIONS")
      throw new ApiException(405, "method_not_allowed", "The method is not allowed for this endpoint.");
    response.json(toApi({ status: 200, message: "OK", data: {} }, localsOf(response).traceId));
  };
}
