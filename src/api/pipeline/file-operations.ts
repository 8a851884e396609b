import { Router, type RequestHandler } from "express";
import type { RoutedMethod } from "../../http/route-lookup.js";
import type { FileParts } from "./files.js";
import { methodOf, routeOf } from "./operation.js";

/** `fileRouter`, made by the first of its requests: express-openapi-validator would be a third of every start. */
export function fileOperations(parts: FileParts): Router {
  let made: Promise<Router> | undefined;
  const make = async (): Promise<Router> => (await import("./files.js")).fileRouter(parts);
  const serve: RequestHandler = (request, response, next) =>
    void (made ??= make()).then((router) => router(request, response, next), next);
  const router = Router({ caseSensitive: true, strict: true });
  for (const operation of parts.operations) {
    const method = methodOf(operation).toLowerCase() as Lowercase<RoutedMethod>;
    router[method](routeOf(operation, ""), serve);
  }
  return router;
}
