import { deprecationHeaders } from "../../contract/deprecation.js";
import type { OpenApiDocument } from "../../contract/document.js";
import { possibleFailures } from "../../contract/failures.js";
import type { Operation } from "../../contract/operations.js";
import type { Services } from "../../domain/services.js";
import { addHeader, localsOf } from "../../http/locals.js";
import { announceRejection } from "../../http/rate-limit.js";
import type { RoutedMethod } from "../../http/route-lookup.js";
import { type Stage, toStage } from "../../http/stage.js";
import type { Awaitable } from "../../lib/awaitable.js";
import { lazily } from "../../lib/lazily.js";
import type { StageRequest, StageResponse } from "../../lib/requests.js";
import { failureResponse } from "../exceptions.js";
import type { AnyHandler, AnyHandlerResult } from "../route-files.js";
import type { Violation } from "../validation/violations.js";
import { checkJsonType, ignoreBody, parseJson } from "./body.js";
import { handlerCall } from "./call.js";
import type { OperationChecks } from "./checks.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";
import { type HttpResponse, toHttpResponse, type Compose, sendSerialized } from "./send.js";

/** The path of the operation with parameters as `:name`. @param base the base path of the contract */
export const routeOf = ({ path }: Operation, base: string): string =>
  base + path.replaceAll(/\{([^{}]+)\}/g, ":$1");

export const methodOf = ({ method }: Operation): RoutedMethod => method.toUpperCase() as RoutedMethod;

export function setRoute(operation: Operation, document: OpenApiDocument): Stage {
  const declaredFailures = lazily(() => possibleFailures(operation.document, document));
  return (_request, response) => {
    const locals = localsOf(response);
    locals.routeName = operation.id;
    locals.declaredFailures = declaredFailures;
  };
}

/**
 * Adds the deprecation headers to every response of a deprecated operation, rejections included, and counts its calls.
 */
export function sendDeprecation({ id, document }: Operation, { metrics }: Services): Stage[] {
  const headers = deprecationHeaders(document);
  if (!headers) return [];
  return [
    (_request, response) => {
      for (const [name, value] of Object.entries(headers)) addHeader(response, name, value);
      metrics.deprecatedCalls.inc({ operation: id });
    },
  ];
}

export interface Parts {
  /** The stages of every request: trace, CORS, rejections of malformed addresses. */
  before: Stage[];
  document: OpenApiDocument;
  registry: MiddlewareRegistry;
  services: Services;
  /** Throws an error that replaces the response, or only reports. */
  onViolation: (violation: Violation) => void;
  compose: Compose;
}

export type CompiledOperation = (request: StageRequest, response: StageResponse) => void;

/**
 * One function that serves an operation. Its stages have the order of docs/architecture.md; nothing waits that doesn't have
 * to.
 */
export function compileOperation(
  operation: Operation,
  handler: AnyHandler,
  checks: OperationChecks,
  parts: Parts,
): CompiledOperation {
  const { before, document, registry, services, onViolation, compose } = parts;
  const call = handlerCall(operation, handler, services);

  const stages: Stage[] = [
    ...before,
    setRoute(operation, document),
    ...sendDeprecation(operation, services),
    ...registry.stagesOf(operation),
    ...(operation.hasBody ? [checkJsonType, toStage(parseJson)] : [ignoreBody]),
    handle,
  ];

  function handle(request: StageRequest, response: StageResponse): Awaitable<void> {
    const reject = (error: unknown): void => fail(error, request, response, matchingContract);
    try {
      const result = call(request, response, checks.request(request));
      if (!(result instanceof Promise)) return sendResult(result, request, response);
      return result.then((waited) => sendResult(waited, request, response)).catch(reject);
    } catch (error) {
      reject(error);
    }
  }

  function sendResult(result: AnyHandlerResult, request: StageRequest, response: StageResponse): void {
    const outgoing = toHttpResponse(result, request, localsOf(response).traceId);
    check(outgoing, response);
    sendSerialized(response, compose(outgoing));
  }

  function check({ status, envelope }: HttpResponse, response: StageResponse): void {
    if (envelope === null || status >= 500) return;
    const error = checks.response(status, envelope);
    if (error) onViolation({ operation: operation.id, error, traceId: localsOf(response).traceId });
  }

  function fail(error: unknown, request: StageRequest, response: StageResponse, matching = unchecked): void {
    const outgoing = failureResponse(error, services, localsOf(response));
    if (response.headersSent) return void response.destroy();
    announceRejection(response, error);
    sendSerialized(response, compose(matching(outgoing, response)));
    // the rest of the body would otherwise be parsed as the next request of the connection
    if (!request.complete) request.resume();
  }

  /** The failure of the handler, or a server error if the failure breaks the contract. */
  function matchingContract(outgoing: HttpResponse, response: StageResponse): HttpResponse {
    try {
      check(outgoing, response);
      return outgoing;
    } catch (violation) {
      return failureResponse(violation, services, localsOf(response));
    }
  }

  function run(request: StageRequest, response: StageResponse, from: number): void {
    try {
      for (let index = from; index < stages.length; index++) {
        const waiting = stages[index]!(request, response);
        if (!waiting) continue;
        const proceed = (): void => run(request, response, index + 1);
        return void waiting.then(proceed, (error: unknown) => fail(error, request, response));
      }
    } catch (error) {
      fail(error, request, response);
    }
  }

  return (request, response) => run(request, response, 0);
}

/** `declaredFailures` has checked the failures of the stages. */
const unchecked = (outgoing: HttpResponse, _response: StageResponse): HttpResponse => outgoing;
