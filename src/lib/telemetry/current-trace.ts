import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";

/** An error of OAuth2 (RFC 6749, sections 4.1.2.1 and 5.2), for the line at the end of the request. */
export interface Rejection {
  error: string;
  error_description: string;
}

/** The request that work belongs to. Work in the background has the one that caused it, or none. */
export interface Trace {
  traceId: string;
  /** The API's operationId or the web's route name. */
  routeName?: string;
  /** The OAuth2 client that the request concerns, even if it didn't authenticate. */
  clientId?: string;
  /** Why an OAuth2 request was rejected. */
  rejection?: Rejection;
  /** The span in the OpenTelemetry trace, if traces are on. */
  span?: Span;
}

const traces = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => traces.getStore();

/** Adds the client to all further lines of the request. */
export function logClient(clientId: string): void {
  const trace = traces.getStore();
  if (trace) trace.clientId = clientId;
}

/** Adds why the request was rejected to the line at its end. */
export function logRejection(error: string, description: string): void {
  const trace = traces.getStore();
  if (trace) trace.rejection = { error, error_description: description };
}

/** Runs the work, and everything that it starts, for this trace: every line that it logs has its id. */
export const withinTrace = <Parameters extends unknown[], Result>(
  trace: Trace,
  work: (...parameters: Parameters) => Result,
  ...parameters: Parameters
): Result => traces.run(trace, work, ...parameters);
