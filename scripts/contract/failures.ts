import type { OperationObject } from "../../src/contract/document.js";
import { standardFailures } from "../../src/contract/failures.js";
import { exampleOf, failureEnvelope, schemaOf, type Node } from "./envelopes.js";
import { OwnFailures, type Catalogue, type OwnFailure } from "./failure-catalogue.js";

/** Codes of many operations. The description of the document explains them once. */
const GENERAL = new Set([
  ...["malformed_request", "payload_too_large", "unsupported_media_type", "throttled", "server_error"],
  ...["unavailable", "unauthenticated", "token_expired", "token_revoked", "account_denied"],
  ...["insufficient_scope", "two_factor_setup_required"],
]);

/** Name → set of codes that many operations share. Other sets of several codes have the name of their operation. */
const SHARED: Record<string, readonly string[]> = {
  Unauthenticated: ["unauthenticated", "token_expired", "token_revoked"],
  Forbidden: ["forbidden", "insufficient_scope", "account_denied", "two_factor_setup_required"],
};
const STATUS_NAMES: Record<number, string> = {
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  422: "ValidationFailed",
};
const ENVELOPES: Record<string, string> = {
  ValidationFailed: "ValidationFailureEnvelope",
  ServerError: "ServerFailureEnvelope",
};

const words = (name: string): string[] => name.split(/[^a-zA-Z0-9]+/);
const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
const camel = (name: string): string => pascal(name).replace(/^./, (first) => first.toLowerCase());

/** The failures of an operation, with the responses for them. */
export class Failures {
  readonly problems: string[] = [];
  /** Status → codes, the standard ones first. */
  readonly codes = new Map<number, string[]>();
  private readonly own: Record<string, OwnFailure> = {};

  constructor(
    private readonly operation: OperationObject,
    private readonly catalogue: Catalogue,
  ) {
    const parsed = OwnFailures.safeParse(operation["x-errors"] ?? {});
    if (parsed.success) this.own = parsed.data;
    else this.problems.push("has invalid x-errors: each code needs a text that says when it occurs");
    for (const [status, codes] of standardFailures(operation)) this.codes.set(status, [...codes]);
    for (const code of Object.keys(this.own)) this.add(code);
  }

  private add(code: string): void {
    const status = this.catalogue[code]?.status;
    if (status === undefined)
      return void this.problems.push(`has ${code} in x-errors, which components/failures.yaml does not list`);
    const codes = this.codes.get(status) ?? [];
    if (!codes.includes(code)) this.codes.set(status, [...codes, code]);
  }

  /** The last section of the description. It says when each code occurs, except for general codes. */
  get section(): string {
    const sentences = [...this.codes]
      .sort(([left], [right]) => left - right)
      .flatMap(([status, codes]) => {
        const own = Object.keys(this.own).filter((code) => codes.includes(code));
        const others = codes.filter((code) => !own.includes(code) && !GENERAL.has(code));
        return [...others, ...own].map((code) => `\`${code}\` (${status}) ${this.when(code)}`);
      });
    return `**Errors:** ${sentences.join(" ")}\n`;
  }

  private when(code: string): string {
    const { when } = this.own[code] ?? this.catalogue[code]!;
    if (when !== undefined) return when.trim();
    if (code === "validation_failed") return this.whenInvalid();
    this.problems.push(`does not say in x-errors when ${code} occurs`);
    return "";
  }

  private whenInvalid(): string {
    const { parameters = [], requestBody } = this.operation;
    if (requestBody) return "when a field is invalid.";
    if (parameters.some((parameter) => parameter.in === "query"))
      return "for an unknown parameter or an invalid value.";
    return parameters.length > 0 ? "when the id isn't a UUID." : "when the request has query parameters.";
  }

  /** Status → response. Operations with the same response use the same name for it. */
  get responses(): Map<number, { name: string; envelope: string; response: Node; schema: Node }> {
    return new Map([...this.codes].map(([status, codes]) => [status, this.responseOf(status, codes)]));
  }

  private responseOf(status: number, codes: string[]) {
    const shared = sharedName(codes);
    const operation = pascal(this.operation.operationId!);
    const set = shared ?? `${operation}${STATUS_NAMES[status] ?? pascal(codes[0]!)}`;
    const hasOwnText = codes.some(
      (code) => this.own[code]?.errors ?? this.own[code]?.description ?? this.own[code]?.message,
    );
    const name = hasOwnText && shared ? `${operation}${shared}` : set;
    const envelope = ENVELOPES[set] ?? `${set}FailureEnvelope`;
    const response = failureResponse(codes, this.catalogue, schemaOf(envelope), this.own);
    const withErrors = codes.filter((code) => this.catalogue[code]!.errors);
    return { name, envelope, response, schema: failureEnvelope(status, codes, withErrors) };
  }
}

function sharedName(codes: readonly string[]): string | undefined {
  if (codes.length === 1) return pascal(codes[0]!);
  return Object.keys(SHARED).find((name) => SHARED[name]!.join() === codes.join());
}

export function failureResponse(
  codes: readonly string[],
  catalogue: Catalogue,
  schema: Node,
  own: Record<string, OwnFailure> = {},
): Node {
  const { status } = catalogue[codes[0]!]!;
  const examples = codes.map((code) => {
    const { message = catalogue[code]!.message, errors } = { ...catalogue[code]!, ...own[code] };
    return [camel(code), { value: exampleOf(status, message, { code, ...(errors && { errors }) }) }] as const;
  });
  return {
    description: codes.map((code) => own[code]?.description ?? catalogue[code]!.description).join(" "),
    headers: headersOf(status, codes),
    content: {
      "application/json": {
        schema,
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The response with any other status, whose schema is that of every failure. */
export const otherFailure = (description: string, catalogue: Catalogue): Node => ({
  ...failureResponse(["server_error"], catalogue, schemaOf("FailureEnvelope")),
  description,
});

export const header = (name: string): Node => ({ $ref: `#/components/headers/${name}` });
export const LIMIT_HEADERS = {
  RateLimit: header("RateLimit"),
  "RateLimit-Policy": header("RateLimitPolicy"),
};

/** The headers of every response. */
export const COMMON_HEADERS = { "X-Request-ID": header("RequestId"), Link: header("ContractLinks") };

/** Leaves out the headers of limits for 400 and 5xx, which the service can send before any limiter has run. */
function headersOf(status: number, codes: readonly string[]): Node {
  return {
    ...COMMON_HEADERS,
    ...([400, 500, 503].includes(status) ? {} : LIMIT_HEADERS),
    ...(status === 401 ? { "WWW-Authenticate": header("WwwAuthenticate") } : {}),
    ...(codes.includes("insufficient_scope") ? { "WWW-Authenticate": header("ScopeChallenge") } : {}),
    ...(codes.includes("idempotency_in_progress") ? { "Retry-After": header("RetryLater") } : {}),
    ...(codes.includes("already_created") ? { Location: header("CreatedBefore") } : {}),
    ...(status === 405 ? { Allow: header("Allow") } : {}),
    ...([429, 503].includes(status) ? { "Retry-After": header("RetryAfter") } : {}),
  };
}
