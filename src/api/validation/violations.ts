import type { Operation } from "../../contract/operations.js";
import type { Services } from "../../domain/services.js";

/** A response that breaks the contract. */
export interface Violation {
  /** The operationId. */
  operation: string;
  error: Error;
  traceId: string;
}

/**
 * Reports a response that breaks the contract. In development and in tests it throws. In production the handler has
 * already done its work, so the response is sent, and the violation is logged and counted.
 */
export function reportViolation(
  services: Services,
  operations: readonly Operation[],
): (violation: Violation) => void {
  // an alert about an increase doesn't see the first event of a series that begins with it
  for (const { id } of operations) services.metrics.contractViolations.inc({ operation: id }, 0);
  return (violation) => {
    recordViolation(services, violation);
    if (services.config.env.APP_ENV !== "production") throw violation.error;
  };
}

export function recordViolation({ log, metrics }: Services, { operation, error, traceId }: Violation): void {
  metrics.contractViolations.inc({ operation });
  const line = { err: error, trace_id: traceId, route: operation, paths: pathsOf(error) };
  log.error(line, "a response broke the contract");
}

/** The violating locations in the body, as JSON pointers (RFC 6901). */
const pathsOf = (error: Error): string[] =>
  ((error as { errors?: { path: string }[] }).errors ?? []).map(({ path }) =>
    path.replace(/^\/response(?=\/|$)/, ""),
  );
