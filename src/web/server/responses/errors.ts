import type { Request, Response } from "express";
import { isDatabaseUnavailable } from "../../../database/errors.js";
import type { Services } from "../../../domain/services.js";
import { toApi } from "../../../http/envelope.js";
import { localsOf } from "../../../http/locals.js";
import { announceRejection } from "../../../http/rate-limit.js";
import { SECOND } from "../../../lib/clock.js";
import * as failures from "../../../lib/failures.js";
import { inEnglish, text, type MessageKey, type Sentence } from "../../../texts/translate.js";
import { isPageExpired } from "../session/csrf.js";

/** An error in the form in which pages answer it. */
export interface WebError {
  status: number;
  /** The error code for programs. */
  code: string;
  /** The specific message, if there is more to say than the page of the status does. */
  sentence: Sentence | null;
  retryAfterMs: number | null;
}

/** Thrown by the web surface itself; the domain throws its own failures. */
export class WebException extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(code);
  }
}

/** A denied account that can't be redirected to the sign-in page. */
export class AccountDenied extends failures.ActionForbidden {
  constructor() {
    super(text("sk-auth.inactive"));
  }
}

const of = (status: number, code: string, sentence: Sentence | null = null): WebError => ({
  status,
  code,
  sentence,
  retryAfterMs: null,
});

/** Maps an error to a page. */
export function webErrorOf(error: unknown): WebError {
  if (error instanceof WebException) return of(error.status, error.code);
  if (isPageExpired(error)) return of(419, "page_expired");
  if (error instanceof failures.Failure) return fromFailure(error);
  if (isDatabaseUnavailable(error)) return { ...of(503, "unavailable"), retryAfterMs: SECOND };
  const { status } = error as { status?: number };
  // errors of express's parsers, whose messages are for developers
  if (status === 413) return of(413, "payload_too_large");
  if (error instanceof URIError || (status !== undefined && status >= 400 && status < 500))
    return of(400, "malformed_request");
  return of(500, "server_error");
}

function fromFailure(failure: failures.Failure): WebError {
  const { sentence } = failure;
  if (failure instanceof failures.ValidationFailed) return of(422, "validation_failed", sentence);
  if (failure instanceof failures.CredentialsRejected) return of(422, "invalid_credentials", sentence);
  if (failure instanceof AccountDenied) return of(403, "account_denied", sentence);
  if (failure instanceof failures.ActionForbidden) return of(403, failure.code, sentence);
  if (failure instanceof failures.RowNotFound) return of(404, "not_found");
  if (failure instanceof failures.VersionStale) return of(409, "stale", sentence);
  if (failure instanceof failures.TooManyAttempts)
    return {
      ...of(429, "throttled", waitSentence(failure.retryAfterMs)),
      retryAfterMs: failure.retryAfterMs,
    };
  if (failure instanceof failures.ServiceBusy)
    return { ...of(503, "unavailable"), retryAfterMs: failure.retryAfterMs };
  return of(500, "server_error");
}

export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND));
const waitSentence = (ms: number): Sentence => text("failure.throttled_seconds", { count: secondsOf(ms) });

/** Whether the address is that of a document, which programs read with a token. */
const isDocument = ({ path }: Request): boolean => /\.(json|yaml)$/.test(path);

/**
 * Whether the request comes from a program or a script, which gets the envelope instead of a page. Documents are for
 * programs unless the client prefers HTML, as a browser does.
 */
export function wantsJson(request: Request): boolean {
  const { accept, "x-requested-with": requestedWith } = request.headers;
  if (isDocument(request)) return request.accepts(["json", "html"]) !== "html";
  // libraries that send this header accept anything by default
  if (requestedWith === "XMLHttpRequest" && (accept === undefined || accept === "*/*")) return true;
  return accept !== undefined && request.accepts(["html", "json"]) === "json";
}

const PAGES = [400, 403, 404, 405, 409, 413, 419, 422, 429, 500, 503];

/** The status whose page and texts are used for this one. */
export const errorPage = (status: number): number =>
  PAGES.includes(status) ? status : status < 500 ? 400 : 500;

/** The codes for guards, which redirect users instead. */
const GUARDED: Record<string, string> = {
  unauthenticated: "Sign in to continue.",
  password_confirmation_required: "Enter your password again to continue.",
  email_verification_required: "Verify your email address to continue.",
};

/** The message on the page of the status, unless a guard has its own. */
const sentenceOf = (status: number, code: string): Sentence =>
  GUARDED[code] ?? `${inEnglish(text(`error.${errorPage(status)}.title` as MessageKey))}.`;

/** The API's envelope, for scripts. */
export function sendErrorAsJson(response: Response, error: WebError, cause: unknown): void {
  const { status, code, sentence } = error;
  const message =
    status >= 500 ? "A server error occurred." : inEnglish(sentence ?? sentenceOf(status, code));
  const errors = cause instanceof failures.ValidationFailed ? { errors: cause.errors } : {};
  if (status === 401 && isDocument(response.req)) response.set("WWW-Authenticate", "Bearer");
  response
    .status(status)
    .json(toApi({ status, message, data: { code, ...errors } }, localsOf(response).traceId));
}

/** Logs the error and sets Retry-After. */
export function reportError(
  { log, outages }: Services,
  response: Response,
  error: WebError,
  cause: unknown,
): void {
  const { traceId, routeName } = localsOf(response);
  if (error.status >= 500 && !outages.covers(cause))
    log.error({ err: cause, trace_id: traceId, route: routeName ?? null }, "request failed");
  setRetryAfter(response, error.retryAfterMs);
  announceRejection(response, cause);
  if (cause instanceof WebException) response.set(cause.headers);
}

/** Sets Retry-After. */
export function setRetryAfter(response: Response, ms: number | null): void {
  if (ms !== null) response.set("Retry-After", String(secondsOf(ms)));
}
