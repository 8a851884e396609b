import type { RequestHandler, Response } from "express";
import type { Services } from "../domain/services.js";
import { chain } from "../http/chain.js";
import { sendDownload } from "../http/download.js";
import { localsOf } from "../http/locals.js";
import { RouteLookup } from "../http/route-lookup.js";
import { toMiddleware } from "../http/stage.js";
import { lazily } from "../lib/lazily.js";
import { answerOf } from "./answer.js";
import { checkJsonType, ignoreBody, parseJson } from "./body.js";
import { handlerCall } from "./call.js";
import { basePathOf, type Operation } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";
import { maxUploadBytes } from "../contract/uploads.js";
import { ApiException } from "./envelope.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";
import { readMultipart, takeFiles } from "./multipart.js";
import { methodOf, routeOf, sendDeprecation, setRoute } from "./operation-stages.js";
import type { AnyHandler, AnyReply } from "./route-files.js";

/**
 * Routes every operation through its middleware, in the order of docs/architecture.md. Another method of a documented
 * path is answered with 405, and every other path below the base path with 404.
 */
export function apiRouter(parts: {
  /** Middleware that runs before routing, for every path below the base path. */
  before: RequestHandler[];
  document: OpenApiDocument;
  operations: readonly Operation[];
  handlers: ReadonlyMap<string, AnyHandler>;
  isCompiled: (operation: Operation) => boolean;
  registry: MiddlewareRegistry;
  throttleApi: RequestHandler;
  validation: (operation: Operation) => RequestHandler[];
  services: Services;
}): RequestHandler {
  const { before, document, operations, handlers, isCompiled, registry, throttleApi, validation, services } =
    parts;
  const base = basePathOf(document);
  const lookup = new RouteLookup<() => RequestHandler>();
  const chainOf = (operation: Operation): RequestHandler => {
    const maxBytes = maxUploadBytes(operation.document, document);
    return chain([
      toMiddleware(setRoute(operation, document)),
      ...sendDeprecation(operation, services).map(toMiddleware),
      ...operation.middleware.map((name) => registry.resolve(name, operation)),
      ...readBody(operation, maxBytes),
      ...validation(operation),
      ...(maxBytes === null ? [] : [takeFiles]),
      callHandler(operation, handlers.get(operation.id)!, services),
    ]);
  };
  for (const operation of operations) {
    const make = lazily(() => chainOf(operation));
    // a compiled operation comes here only with an unusual address
    if (!isCompiled(operation)) make();
    lookup.add(methodOf(operation), routeOf(operation, base), make);
  }
  const refuse = chain([throttleApi, refuseUnknown(lookup)]);
  const dispatch: RequestHandler = (request, response, next) => {
    const found = lookup.find(request.method, request.path);
    if (!found) return void refuse(request, response, next);
    request.params = found.params;
    found.target()(request, response, next);
  };
  const surface = chain([...before, dispatch]);
  return (request, response, next) => {
    if (request.path === base || request.path.startsWith(`${base}/`)) void surface(request, response, next);
    else next();
  };
}

/** Answers a request that matches no operation: OPTIONS, 405 or 404. */
const refuseUnknown =
  (lookup: RouteLookup<unknown>): RequestHandler =>
  (request, response) => {
    const allowed = lookup.allowedOn(request.path);
    if (allowed.length === 0)
      throw new ApiException(404, "route_not_found", "The requested endpoint does not exist.");
    response.set("Allow", [...allowed, "OPTIONS"].join(", "));
    if (request.method !== "OPTIONS")
      throw new ApiException(405, "method_not_allowed", "The method is not allowed for this endpoint.");
    send(response, { status: 200, data: {} });
  };

/** @param maxBytes the size of the largest file; null for a body without files */
function readBody({ hasBody }: Operation, maxBytes: number | null): RequestHandler[] {
  if (!hasBody) return [toMiddleware(ignoreBody)];
  return maxBytes === null ? [toMiddleware(checkJsonType), parseJson] : [readMultipart(maxBytes)];
}

/** Calls the handler and sends its reply. */
function callHandler(operation: Operation, handler: AnyHandler, services: Services): RequestHandler {
  const call = handlerCall(operation, handler, services);
  return async (request, response) => {
    const reply = await call(request, response, request.query);
    if (reply.download) await sendDownload(response, reply.download);
    else send(response, reply);
  };
}

function send(response: Response, reply: AnyReply): void {
  const { req: request } = response;
  const { status, headers, envelope } = answerOf(reply, request, localsOf(response).traceId);
  const { Link: link, ...others } = headers;
  response.set(others);
  // all in one header, those of the reply first, because some clients read only the first header of a name
  if (link !== undefined) response.set("Link", [link, response.get("Link") ?? []].flat().join(", "));
  response.status(status);
  if (envelope === null) return void response.end();
  // Express would answer 304 by a rule of its own; without the header, deleting it would make the object slow
  if (request.headers["if-none-match"] !== undefined) delete request.headers["if-none-match"];
  response.json(envelope);
}
