import type { Request, Response } from "express";
import type { OpenApiDocument } from "../../contract/document.js";
import { basePathOf, type Operation } from "../../contract/operations.js";
import { maxUploadBytes } from "../../contract/uploads.js";
import type { RequestLocals } from "../../http/locals.js";
import { RouteLookup } from "../../http/route-lookup.js";
import { withinTrace } from "../../lib/current-trace.js";
import { methodOf, routeOf } from "../operation-stages.js";
import type { AnyHandler } from "../route-files.js";
import { OperationChecks } from "./checks.js";
import { compileOperation, type CompiledOperation, type Parts } from "./operation.js";
import type { ValidatorsOf } from "./validators.js";

/** Serves a request. @returns false when the request is left to Express */
export type ServeCompiled = (request: Request, response: Response) => boolean;

/**
 * Serves the operations of the contract without Express. Uploads, downloads and requests that match no operation are
 * left to it.
 */
export function compiledApi(
  parts: Parts & {
    operations: readonly Operation[];
    handlers: ReadonlyMap<string, AnyHandler>;
    isCompiled: (operation: Operation) => boolean;
    validatorsOf: ValidatorsOf;
  },
): ServeCompiled {
  const { document, operations, handlers, isCompiled, validatorsOf } = parts;
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
      isCompiled(operation) ? compile(operation) : null,
    );
  const prefix = `${base}/`;
  return (request, response) => {
    const { url } = request;
    if (!url.startsWith(prefix)) return false;
    const end = url.indexOf("?");
    const found = lookup.find(request.method, end < 0 ? url : url.slice(0, end));
    if (!found?.target) return false;
    request.params = found.params;
    const locals: RequestLocals = { traceId: "", ip: "", headers: [] };
    response.locals = locals;
    withinTrace(locals, found.target, request, response);
    return true;
  };
}

/** Whether the body of the operation is JSON or empty, and its answer an envelope. */
export function isCompilable(operation: Operation, document: OpenApiDocument): boolean {
  const { 200: answer } = (operation.document.responses ?? {}) as Record<number, { content?: object }>;
  const isEnvelope = Object.keys(answer?.content ?? {}).every((type) => type === "application/json");
  return isEnvelope && maxUploadBytes(operation.document, document) === null;
}
