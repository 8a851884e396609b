import type { Response } from "express";
import { isDatabaseUnavailable } from "../database/errors.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import type { Services } from "../domain/services.js";
import { localsOf } from "../http/locals.js";
import { SECOND } from "../lib/clock.js";
import { ServiceBusy, TooManyAttempts } from "../lib/failures.js";
import { FormTooLong, type OAuthResponse } from "./oauth-request.js";
import { BearerRejected } from "./openid/userinfo.js";

export const rejection = (status: number, error: string, description: string): OAuthResponse => ({
  status,
  body: { error, error_description: description },
});

/** RFC 6749, section 5.2. Errors that it doesn't cover use the codes of section 4.1.2.1. */
export function rejectionOf({ log, outages }: Services, response: Response, error: unknown): OAuthResponse {
  if (error instanceof ProtocolError) return protocolRejection(error);
  if (error instanceof BearerRejected) return bearerRejection(error);
  if (error instanceof TooManyAttempts) return later(429, "Too many requests.", error.retryAfterMs);
  if (error instanceof ServiceBusy) return later(503, "The service is busy.", error.retryAfterMs);
  if (error instanceof FormTooLong) return rejection(413, "invalid_request", "The request is too long.");
  const { traceId, routeName } = localsOf(response);
  if (!outages.covers(error))
    log.error({ err: error, trace_id: traceId, route: routeName ?? null }, "request failed");
  if (isDatabaseUnavailable(error)) return later(503, "The service is busy.", SECOND);
  return rejection(500, "server_error", "A server error occurred.");
}

function protocolRejection({ code, description }: ProtocolError): OAuthResponse {
  if (code !== "invalid_client") return rejection(400, code, description);
  const headers = { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' };
  return { ...rejection(401, code, description), headers };
}

function bearerRejection({ status, code, description, challenge }: BearerRejected): OAuthResponse {
  const headers = { "WWW-Authenticate": challenge };
  return { ...rejection(status, code ?? "invalid_request", description), headers };
}

const later = (status: number, description: string, ms: number): OAuthResponse => ({
  ...rejection(status, "temporarily_unavailable", description),
  headers: { "Retry-After": String(Math.max(1, Math.ceil(ms / SECOND))) },
});
