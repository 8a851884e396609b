import type { ErrorRequestHandler } from "express";
import type { Services } from "../domain/services.js";
import { toApi } from "../http/envelope.js";
import { localsOf, type RequestLocals } from "../http/locals.js";
import { announceRefusal } from "../http/rate-limit.js";
import { RequestAborted } from "../lib/failures.js";
import type { ApiException } from "./envelope.js";
import { serverError, toApiException } from "./failures.js";
import { recordViolation } from "./violations.js";

/** Answers every error with the envelope. It must be mounted last. */
export const exceptionLayer =
  (services: Services): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    if (error instanceof RequestAborted) return;
    const { log, config } = services;
    const { traceId, routeName } = localsOf(response);
    const exception = declaredOnly(toApiException(error), services, localsOf(response));
    const { status, code, message, options } = exception;
    if (status >= 500)
      log.error({ err: error, trace_id: traceId, route: routeName ?? null }, "request failed");
    if (response.headersSent) return void response.destroy();
    response.status(status).set(options.headers ?? {});
    announceRefusal(response, error);
    const envelope = toApi({ status, message, data: { code, ...options.data } }, traceId);
    response.json(status >= 500 && config.env.APP_DEBUG ? { ...envelope, debug: debugOf(error) } : envelope);
    // reads the rest of the body, which would otherwise be parsed as the next request of the connection
    if (!request.complete) request.resume();
  };

/**
 * Replaces a failure that the contract doesn't declare for the operation by a server error and reports the violation.
 * In production the failure is sent unchanged, and the validation of responses reports it.
 */
function declaredOnly(exception: ApiException, services: Services, locals: RequestLocals): ApiException {
  const { status, code } = exception;
  const { declaredFailures, routeName, traceId } = locals;
  const isDeclared = declaredFailures?.get(status)?.includes(code) ?? true;
  if (isDeclared || services.config.env.APP_ENV === "production") return exception;
  const error = new Error(`${routeName} does not declare ${code} (${status})`);
  recordViolation(services, { operation: routeName!, error, traceId });
  return serverError();
}

function debugOf(error: unknown): object {
  const { name = "Error", message = String(error), stack = "" } = error as Partial<Error>;
  return {
    exception: name,
    message,
    trace: stack
      .split("\n")
      .slice(1)
      .map((line) => line.trim()),
  };
}
