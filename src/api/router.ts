import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Router, type RequestHandler, type Response } from "express";
import type { Actor } from "../domain/actor.js";
import type { Services } from "../domain/services.js";
import { readJson } from "./body.js";
import { basePathOf, ContractError, type Operation } from "./contract.js";
import type { OpenApiDocument } from "./document.js";
import { ApiException, toApi } from "./envelope.js";
import { localsOf } from "./locals.js";
import type { MiddlewareRegistry } from "./middleware.js";

type AnyReply = {
  status: number;
  data: object;
  meta?: object;
  message?: string;
  headers?: Record<string, string>;
};
type AnyHandler = (call: unknown) => Promise<AnyReply>;
/** Route file (without extension) → route name → handler. */
export type RouteTable = Map<string, Record<string, AnyHandler>>;

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

/** Loads every route file of a folder; each exports `handlers`. Nothing else names them. */
export async function loadRouteFiles(folder = new URL("./v1/", import.meta.url)): Promise<RouteTable> {
  const files = (await readdir(fileURLToPath(folder))).filter(
    (file) => file.endsWith(extension) && !file.endsWith(".d.ts"),
  );
  const entries = await Promise.all(
    files.map(async (file) => {
      const module = (await import(new URL(file, folder).href)) as { handlers?: Record<string, AnyHandler> };
      return [file.slice(0, -extension.length), module.handlers ?? {}] as const;
    }),
  );
  return new Map(entries);
}

/** @throws ContractError when an operation has no handler in its tier's file, or a handler no operation */
export function assertComplete(operations: readonly Operation[], routes: RouteTable): void {
  const problems: string[] = [];
  for (const { id, file } of operations)
    if (!routes.get(file)?.[id]) problems.push(`${id} has no handler in v1/${file}`);
  for (const [file, handlers] of routes)
    for (const name of Object.keys(handlers))
      if (!operations.some(({ id, file: expected }) => id === name && expected === file))
        problems.push(`the handler ${name} in v1/${file} is not an operation of that file`);
  if (problems.length > 0) throw new ContractError(problems);
}

/** Mounts every operation in the order of decisions §1, then 405 for its path, and 404 for all the rest. */
export async function apiRouter(parts: {
  document: OpenApiDocument;
  operations: readonly Operation[];
  routes: RouteTable;
  registry: MiddlewareRegistry;
  throttleApi: RequestHandler;
  validation: (operation: Operation) => Promise<RequestHandler[]>;
  services: Services;
}): Promise<Router> {
  const { document, operations, routes, registry, throttleApi, validation, services } = parts;
  const router = Router({ caseSensitive: true, strict: true });
  const base = basePathOf(document);
  assertComplete(operations, routes);
  for (const operation of [...operations].sort(literalFirst))
    router[operation.method](
      base + expressPath(operation.path),
      remember(operation),
      ...operation.middleware.map((name) => registry.resolve(name, operation)),
      ...(operation.hasBody ? readJson : []),
      ...(await validation(operation)),
      answer(routes.get(operation.file)![operation.id]!, services),
    );
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allow = allowedMethods(operations.filter((operation) => operation.path === path));
    router.options(base + expressPath(path), answerOptions(allow));
    router.all(base + expressPath(path), throttleApi, refuseMethod(allow));
  }
  router.use(base, throttleApi, () => {
    throw new ApiException(404, "route_not_found", "The requested endpoint does not exist.");
  });
  return router;
}

const expressPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ":$1");

/** `/users/export` before `/users/{user}`. */
const literalFirst = (left: Operation, right: Operation): number =>
  left.path.split("{").length - right.path.split("{").length;

const allowedMethods = (operations: readonly Operation[]): string =>
  operations
    .flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]))
    .concat("OPTIONS")
    .join(", ");

const remember =
  (operation: Operation): RequestHandler =>
  (_request, response, next) => {
    localsOf(response).operation = operation;
    next();
  };

/** Builds the typed call, and writes the reply: the only place where a handler meets HTTP. */
const answer =
  (handler: AnyHandler, services: Services): RequestHandler =>
  async (request, response) => {
    const { traceId, authenticated } = localsOf(response);
    const { params, query, headers } = request;
    const body: unknown = request.body;
    const origin = { ip: request.ip ?? "", userAgent: headers["user-agent"] ?? null, traceId };
    const call = { params, query, headers: declaredCase(headers), body, origin, services };
    send(response, await handler(withActor(call, authenticated?.actor)));
  };

/** Node lower-cases header names; the contract writes them as RFCs do. */
const declaredCase = (headers: NodeJS.Dict<string | string[]>) => ({ "If-Match": headers["if-match"] });

/** Asking for the actor of a public operation is a programming error, and found as one. */
const withActor = (call: object, actor: Actor | null | undefined): object =>
  Object.defineProperty(call, "actor", {
    get: () => {
      if (!actor) throw new RangeError("A public operation has no actor.");
      return actor;
    },
  });

function send(response: Response, { status, data, meta, message = "OK", headers }: AnyReply): void {
  if (headers) response.set(headers);
  response
    .status(status)
    .json(toApi({ status, message, data, ...(meta ? { meta } : {}) }, localsOf(response).traceId));
}

const answerOptions =
  (allow: string): RequestHandler =>
  (_request, response) => {
    response.set("Allow", allow);
    send(response, { status: 200, data: {} });
  };

const refuseMethod =
  (allow: string): RequestHandler =>
  () => {
    throw new ApiException(405, "method_not_allowed", "The method is not allowed for this endpoint.", {
      headers: { Allow: allow },
    });
  };
