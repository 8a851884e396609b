import type { components } from "./schema.js";

type Schemas = components["schemas"];
export type FieldErrors = Schemas["FieldErrors"];

/**
 * The error codes of the API and four of the client: `network_error` without a response, `unexpected_answer` for a
 * response that isn't from the API, for example from a proxy, `not_modified` when the version in `If-None-Match` is the
 * current one, and `refresh_failed` when there is no new token in place of an expired one.
 */
export type AuthdockErrorCode =
  Schemas["ErrorCode"] | "network_error" | "unexpected_answer" | "not_modified" | "refresh_failed";

interface Details {
  status: number;
  code: AuthdockErrorCode;
  errors?: FieldErrors;
  traceId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** The error of a failed call, unless the caller aborted it. */
export class AuthdockError extends Error {
  override readonly name = "AuthdockError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Identifies the error. Use this in code and the message for users. */
  readonly code: AuthdockErrorCode;
  /** Field (a dotted path such as `filter.status`) → messages; empty unless the code is `validation_failed`. */
  readonly errors: FieldErrors;
  /** Identifies the request in the operator's logs. */
  readonly traceId: string | null;
  /** Seconds to wait before the next attempt, if the response has Retry-After (429, 503). */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? {};
    this.traceId = details.traceId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

type Failure = Schemas["FailureEnvelope"] | Schemas["ValidationFailureEnvelope"];

/** Converts a response to an error: from its envelope, or as `unexpected_answer` when it isn't from the API. */
export function errorOf(response: Response, body: unknown): AuthdockError {
  if (response.status === 304)
    return new AuthdockError("The version in If-None-Match is the current one.", {
      status: 304,
      code: "not_modified",
      traceId: response.headers.get("X-Request-ID"),
    });
  if (!isFailure(body)) return unexpectedAnswer(response);
  const { code } = body.data;
  return new AuthdockError(body.message, {
    status: response.status,
    code,
    errors: "errors" in body.data ? body.data.errors : {},
    traceId: body.trace_id,
    retryAfterSeconds: secondsOf(response.headers.get("Retry-After")),
  });
}

export function unexpectedAnswer(response: Response, cause?: unknown): AuthdockError {
  const { status, headers } = response;
  const type = headers.get("Content-Type") ?? "no content type";
  return new AuthdockError(`The response isn't from the Authdock API: status ${status}, ${type}.`, {
    status,
    code: "unexpected_answer",
    traceId: headers.get("X-Request-ID"),
    retryAfterSeconds: secondsOf(headers.get("Retry-After")),
    cause,
  });
}

function isFailure(body: unknown): body is Failure {
  const { success, data } = (body ?? {}) as Partial<Failure>;
  return success === false && typeof data?.code === "string";
}

/** Parses Retry-After (RFC 9110, section 10.2.3), which is a number of seconds or a date. @returns seconds */
export function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const milliseconds = Date.parse(retryAfter) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil(milliseconds / 1000));
}
