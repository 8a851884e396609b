import type { Request, RequestHandler, Response } from "express";
import { viewerOf } from "../auth/guards.js";
import type { Actor, RoleHolder } from "../domain/access/actor.js";
import type { Origin } from "../domain/audit/origin.js";
import type { BeforeCommit } from "../domain/context.js";
import type { Services } from "../domain/services.js";
import { chain } from "../http/chain.js";
import { callerKey } from "../http/rate-limit.js";
import { sendDownload } from "../http/download.js";
import { isHeld } from "../http/conditional.js";
import { disconnectSignal } from "../http/disconnect.js";
import { toApi } from "../http/envelope.js";
import { localsOf, originOf } from "../http/locals.js";
import { RouteLookup, type RoutedMethod } from "../http/route-lookup.js";
import { DEFAULT_LOCALE, localeOf, type Locale } from "../texts/translate.js";
import { ignoreBody, readJson } from "./body.js";
import { basePathOf, type Operation } from "../contract/operations.js";
import { deprecationHeaders } from "../contract/deprecation.js";
import type { OpenApiDocument } from "../contract/document.js";
import { possibleFailures } from "../contract/failures.js";
import { maxUploadBytes } from "../contract/uploads.js";
import { ApiException } from "./envelope.js";
import { idempotently } from "./idempotency.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";
import { readMultipart, takeFiles } from "./multipart.js";
import { handlersOf, type AnyHandler, type AnyReply, type RouteTable } from "./route-files.js";

/**
 * Routes every operation through its middleware, in the order of docs/architecture.md. Another method of a documented
 * path is answered with 405, and every other path below the base path with 404.
 */
export function apiRouter(parts: {
  /** Middleware that runs before routing, for every path below the base path. */
  before: RequestHandler[];
  document: OpenApiDocument;
  operations: readonly Operation[];
  routes: RouteTable;
  registry: MiddlewareRegistry;
  throttleApi: RequestHandler;
  validation: (operation: Operation) => RequestHandler[];
  services: Services;
}): RequestHandler {
  const { before, document, operations, routes, registry, throttleApi, validation, services } = parts;
  const base = basePathOf(document);
  const lookup = new RouteLookup<RequestHandler>();
  const handlers = handlersOf(operations, routes);
  for (const operation of operations) {
    const maxBytes = maxUploadBytes(operation.document, document);
    const handle = chain([
      setRoute(operation, document),
      ...sendDeprecation(operation, services),
      ...operation.middleware.map((name) => registry.resolve(name, operation)),
      ...readBody(operation, maxBytes),
      ...validation(operation),
      ...(maxBytes === null ? [] : [takeFiles]),
      callHandler(operation, handlers.get(operation.id)!, services),
    ]);
    const path = base + operation.path.replaceAll(/\{([^{}]+)\}/g, ":$1");
    lookup.add(operation.method.toUpperCase() as RoutedMethod, path, handle);
  }
  const refuse = chain([throttleApi, refuseUnknown(lookup)]);
  const dispatch: RequestHandler = (request, response, next) => {
    const found = lookup.find(request.method, request.path);
    if (!found) return void refuse(request, response, next);
    request.params = found.params;
    found.target(request, response, next);
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
  if (!hasBody) return [ignoreBody];
  return maxBytes === null ? readJson : [readMultipart(maxBytes)];
}

function setRoute(operation: Operation, document: OpenApiDocument): RequestHandler {
  const declaredFailures = possibleFailures(operation.document, document);
  return (_request, response, next) => {
    const locals = localsOf(response);
    locals.routeName = operation.id;
    locals.declaredFailures = declaredFailures;
    next();
  };
}

/**
 * Adds the deprecation headers to every response of a deprecated operation, refusals included, and counts its calls.
 */
function sendDeprecation({ id, document }: Operation, { metrics }: Services): RequestHandler[] {
  const headers = deprecationHeaders(document);
  if (!headers) return [];
  return [
    (_request, response, next) => {
      response.set(headers);
      metrics.deprecatedCalls.inc({ operation: id });
      next();
    },
  ];
}

/** Builds the typed call of the handler and sends its reply. Handlers don't see the request and the response. */
function callHandler(operation: Operation, handler: AnyHandler, services: Services): RequestHandler {
  const declared = operation.document.parameters?.filter((parameter) => parameter.in === "header") ?? [];
  // Node converts header names to lower case; the contract uses the spelling of the RFCs
  const headerNames = declared.map(({ name }) => [name, name.toLowerCase()] as const);
  return async (request, response) => {
    const headers = Object.fromEntries(
      headerNames.map(([name, key]) => [name, request.headers[key] as string | undefined]),
    );
    const call = new ValidatedCall(request, headers, services, response);
    const reply = await idempotently(call, operation, handler, callerKey(request));
    if (reply.download) await sendDownload(response, reply.download);
    else send(response, reply);
  };
}

/** The argument of a handler. The request was validated against the contract, so it has the handler's types. */
class ValidatedCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly origin: Origin;
  readonly requestTarget: string;
  beforeCommit?: BeforeCommit;

  constructor(
    request: Request,
    readonly headers: Record<string, string | undefined>,
    readonly services: Services,
    private readonly response: Response,
  ) {
    this.params = request.params;
    this.query = request.query;
    this.body = request.body;
    this.origin = originOf(response);
    this.requestTarget = request.originalUrl;
  }

  get signal(): AbortSignal {
    return disconnectSignal(this.response);
  }

  get actor(): Actor {
    const actor = localsOf(this.response).authenticated?.actor;
    if (!actor) throw new RangeError("The request has no account.");
    return actor;
  }

  get viewer(): RoleHolder {
    const { authenticated } = localsOf(this.response);
    const viewer = authenticated && viewerOf(authenticated);
    if (!viewer) throw new RangeError("A public operation has no viewer.");
    return viewer;
  }

  get locale(): Locale {
    const actor = localsOf(this.response).authenticated?.actor;
    return actor ? localeOf(actor.user) : DEFAULT_LOCALE;
  }
}

function send(response: Response, { status, data, meta, message = "OK", headers = {} }: AnyReply): void {
  const { req: request } = response;
  const { Link: link, ...others } = headers;
  response.set(others);
  if (link !== undefined) response.append("Link", link); // a deprecated operation has links of its own
  if (["GET", "HEAD"].includes(request.method) && headers["ETag"] !== undefined) {
    response.set("Cache-Control", "private, no-cache");
    if (isHeld(request.headers["if-none-match"], headers["ETag"])) return void response.status(304).end();
  }
  // Express would answer 304 by a rule of its own; without the header, deleting it would make the object slow
  if (request.headers["if-none-match"] !== undefined) delete request.headers["if-none-match"];
  response
    .status(status)
    .json(toApi({ status, message, data, ...(meta ? { meta } : {}) }, localsOf(response).traceId));
}
