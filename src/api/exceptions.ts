import type { ErrorRequestHandler } from "express";
import type { Services } from "../domain/services.js";
import { toApi, type Envelope } from "../http/envelope.js";
import { localsOf, type RequestLocals } from "../http/locals.js";
import { announceRejection } from "../http/rate-limit.js";
import { RequestAborted } from "../lib/failures.js";
import type { HttpResponse } from "./pipeline/send.js";
import type { ApiException } from "./envelope.js";
import { serverError, toApiException } from "./failures.js";
import { recordViolation } from "./validation/violations.js";

/** Answers every error with the envelope. It must be mounted last. */
export const exceptionLayer =
  (services: Services): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const { status, headers, envelope } = failureResponse(error, services, localsOf(response));
    if (response.headersSent) return void response.destroy();
    response.status(status).set(headers);
    announceRejection(response, error);
    response.json(envelope);
    // reads the rest of the body, which would otherwise be parsed as the next request of the connection
    if (!request.complete) request.resume();
  };

/** The response to an error. Server errors are logged, unless the client has disconnected. */
export function failureResponse(
  error: unknown,
  services: Services,
  locals: RequestLocals,
): HttpResponse & { envelope: Envelope } {
  const { log, config, outages } = services;
  const { traceId, routeName } = locals;
  const { status, code, message, options } = declaredOnly(toApiException(error), services, locals);
  if (status >= 500 && !(error instanceof RequestAborted) && !outages.covers(error))
    log.error({ err: error, trace_id: traceId, route: routeName ?? null }, "request failed");
  const envelope = toApi({ status, message, data: { code, ...options.data } }, traceId);
  const isDebugged = status >= 500 && config.env.APP_DEBUG;
  return {
    status,
    headers: options.headers ?? {},
    envelope: isDebugged ? Object.assign(envelope, { debug: debugOf(error) }) : envelope,
  };
}

/**
 * Replaces a failure that the contract doesn't declare for the operation by a server error and reports the violation.
 * In production the failure is sent unchanged, and the validation of responses reports it.
 */
function declaredOnly(exception: ApiException, services: Services, locals: RequestLocals): ApiException {
  const { status, code } = exception;
  const { declaredFailures, routeName, traceId } = locals;
  const isDeclared = declaredFailures?.().get(status)?.includes(code) ?? true;
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
