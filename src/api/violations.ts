import type { Services } from "../domain/services.js";
import type { Violation } from "./validation.js";

/**
 * A response that breaks the contract: an error during development and in tests. In production the handler
 * has done its work already, so the response goes out, and the violation is logged and counted.
 */
export const reportViolation =
  ({ config, log, metrics }: Services) =>
  ({ operation, error }: Violation): void => {
    metrics.contractViolations.inc({ operation: operation.id });
    log.error({ err: error, route: operation.id }, "a response broke the contract");
    if (config.env.APP_ENV !== "production") throw error;
  };
