import type { OpenApiDocument } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import type { Services } from "../../domain/services.js";
import { localsOf } from "../../http/locals.js";
import { announceRejection } from "../../http/rate-limit.js";
import { toStage, type Stage } from "../../http/stage.js";
import type { StageRequest, StageResponse } from "../../lib/requests.js";
import type { Awaitable } from "../../lib/awaitable.js";
import { answerOf, type Answer } from "./answer.js";
import { checkJsonType, ignoreBody, parseJson } from "./body.js";
import { handlerCall } from "./call.js";
import { failureAnswer } from "../exceptions.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";
import { sendDeprecation, setRoute } from "./operation-stages.js";
import type { AnyHandler, AnyReply } from "../route-files.js";
import type { Violation } from "../validation/violations.js";
import type { OperationChecks } from "./checks.js";
import { sendMessage, type Compose } from "./send.js";

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
      const reply = call(request, response, checks.request(request));
      if (!(reply instanceof Promise)) return sendReply(reply, request, response);
      return reply.then((waited) => sendReply(waited, request, response)).catch(reject);
    } catch (error) {
      reject(error);
    }
  }

  function sendReply(reply: AnyReply, request: StageRequest, response: StageResponse): void {
    const answer = answerOf(reply, request, localsOf(response).traceId);
    check(answer, response);
    sendMessage(response, compose(answer));
  }

  function check({ status, envelope }: Answer, response: StageResponse): void {
    if (envelope === null || status >= 500) return;
    const error = checks.response(status, envelope);
    if (error) onViolation({ operation: operation.id, error, traceId: localsOf(response).traceId });
  }

  function fail(error: unknown, request: StageRequest, response: StageResponse, matching = unchecked): void {
    const answer = failureAnswer(error, services, localsOf(response));
    if (response.headersSent) return void response.destroy();
    announceRejection(response, error);
    sendMessage(response, compose(matching(answer, response)));
    // the rest of the body would otherwise be parsed as the next request of the connection
    if (!request.complete) request.resume();
  }

  /** The failure of the handler, or a server error if the failure breaks the contract. */
  function matchingContract(answer: Answer, response: StageResponse): Answer {
    try {
      check(answer, response);
      return answer;
    } catch (violation) {
      return failureAnswer(violation, services, localsOf(response));
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
const unchecked = (answer: Answer, _response: StageResponse): Answer => answer;
