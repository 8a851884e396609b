import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { OpenApiDocument } from "../../contract/document.js";
import { basePathOf, type Operation } from "../../contract/operations.js";
import { maxUploadBytes } from "../../contract/uploads.js";
import { toApi } from "../../http/envelope.js";
import { localsOf, type RequestLocals } from "../../http/locals.js";
import { RouteLookup } from "../../http/route-lookup.js";
import type { StageRequest, StageResponse } from "../../lib/requests.js";
import { withinTrace } from "../../lib/telemetry/current-trace.js";
import { ApiException } from "../envelope.js";
import type { AnyHandler } from "../route-files.js";
import { OperationChecks } from "./checks.js";
import { type CompiledOperation, compileOperation, methodOf, type Parts, routeOf } from "./operation.js";
import type { ValidatorsOf } from "./validators.js";

/** Serves a request whose target has been read. @returns false when the request is left to Express */
type ServeCompiled = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the operations that send and receive JSON. Every other request is left to Express. */
export function compiledApi(
  parts: Parts & {
    operations: readonly Operation[];
    handlers: ReadonlyMap<string, AnyHandler>;
    validatorsOf: ValidatorsOf;
  },
): ServeCompiled {
  const { document, operations, handlers, validatorsOf } = parts;
  const base = basePathOf(document);
  const compile = (operation: Operation): CompiledOperation => {
    const checks = new OperationChecks(operation, validatorsOf);
    return compileOperation(operation, handlers.get(operation.id)!, checks, parts);
  };
  // all routes, because /users/export would otherwise be found as /users/{user}
  const lookup = new RouteLookup<CompiledOperation | null>();
  for (const operation of operations)
    lookup.add(
      methodOf(operation),
      routeOf(operation, base),
      isJson(operation, document) ? compile(operation) : null,
    );
  return (incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    const found = url.startsWith(base) ? lookup.find(method, url.split("?", 1)[0]!) : null;
    if (!found?.target) return false;
    const locals: RequestLocals = { traceId: "", ip: "", headers: [] };
    const response = Object.assign(outgoing, { locals }) as unknown as StageResponse;
    const { params } = found;
    const request = Object.assign(incoming, { params, res: response }) as StageRequest;
    withinTrace(locals, found.target, request, response);
    return true;
  };
}

/** Whether the operation receives JSON or nothing, and its answer is an envelope. */
export function isJson(operation: Operation, document: OpenApiDocument): boolean {
  const { 200: answer } = (operation.document.responses ?? {}) as Record<number, { content?: object }>;
  const isEnvelope = Object.keys(answer?.content ?? {}).every((type) => type === "application/json");
  return isEnvelope && maxUploadBytes(operation.document, document) === null;
}

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
