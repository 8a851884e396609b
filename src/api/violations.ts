import type { Services } from "../domain/services.js";
import type { Violation } from "./validation.js";

/**
 * A response that breaks the contract: an error during development and in tests. In production the handler
 * has done its work already, so the response goes out, and the violation is logged and counted.
 */
export const reportViolation =
  ({ config, log, metrics }: Services) =>
  ({ operation, error, traceId }: Violation): void => {
    metrics.contractViolations.inc({ operation: operation.id });
    const line = { err: error, trace_id: traceId, route: operation.id, paths: pathsOf(error) };
    log.error(line, "a response broke the contract");
    if (config.env.APP_ENV !== "production") throw error;
  };

/** Where in the body, as JSON pointers (RFC 6901). */
const pathsOf = (error: Error): string[] =>
  ((error as { errors?: { path: string }[] }).errors ?? []).map(({ path }) =>
    path.replace(/^\/response(?=\/|$)/, ""),
  );
