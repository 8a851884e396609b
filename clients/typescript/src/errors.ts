import type { components } from "./schema.js";

type Schemas = components["schemas"];
export type FieldErrors = Schemas["FieldErrors"];

/**
 * The service's words, and two for what is no answer of the service: `network_error` (nothing arrived) and
 * `unexpected_answer` (something else answered: a proxy, a wrong address).
 */
export type AuthdockErrorCode = Schemas["ErrorCode"] | "network_error" | "unexpected_answer";

interface Facts {
  status: number;
  code: AuthdockErrorCode;
  errors?: FieldErrors;
  traceId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** Every way in which a call can fail, except that the caller aborted it. */
export class AuthdockError extends Error {
  override readonly name = "AuthdockError";
  /** HTTP status; 0 when nothing arrived. */
  readonly status: number;
  /** What programs branch on. The message is for people. */
  readonly code: AuthdockErrorCode;
  /** Field (dotted path, `filter.status`) to sentences; empty unless the code is `validation_failed`. */
  readonly errors: FieldErrors;
  /** What the operator finds the request by. */
  readonly traceId: string | null;
  /** Seconds to wait before the next try, where the answer says so (429, 503). */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, facts: Facts) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.errors = facts.errors ?? {};
    this.traceId = facts.traceId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

type Failure = Schemas["FailureEnvelope"] | Schemas["ValidationFailureEnvelope"];

/** The failure that an answer carries: an envelope, or whatever something in between has written. */
export function errorOf(response: Response, body: unknown): AuthdockError {
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
  return new AuthdockError(`Not an answer of the Authdock API: status ${status}, ${type}.`, {
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

/** RFC 9110, 10.2.3: seconds, or a date, which proxies like. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const milliseconds = Date.parse(retryAfter) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil(milliseconds / 1000));
}
