import { hostname } from "node:os";
import { pino, type DestinationStream, type Logger } from "pino";
import { currentTrace, type Trace } from "./current-trace.js";
import { PRODUCT_VERSION } from "./version.js";

export type { Logger } from "pino";

/** A line without a trace, as at the start. */
const NO_TRACE: Partial<Trace> = {};

/**
 * Logs one JSON line per event, with the name of its level, the version and the host. Lines of a request have its trace id.
 * In production lines are buffered and written after a second at the latest, and flushed when the process ends.
 */
export function createLogger(level: string, buffered: boolean, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { version: PRODUCT_VERSION, host: hostname() },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: isoTime,
      mixin: () => currentTrace() ?? NO_TRACE,
      // the line at the end of a request has all ids, and copying it would cost as much as writing it
      mixinMergeStrategy: (line: object, trace: Partial<Trace>) =>
        trace.traceId && !("otel_trace_id" in line) ? { ...idsOf(trace), ...line } : line,
    },
    destination ?? (buffered ? bufferedOutput() : pino.destination({ sync: true })),
  );
}

let lastMs: number | undefined;
let lastTime = "";

/** The same text as `stdTimeFunctions.isoTime`, formatted once for all lines of a millisecond. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTime = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return lastTime;
}

/** Takes bytes, because the library would measure all waiting text again with each line. */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({
    contentMode: "buffer",
    minLength: 8192,
    periodicFlush: 1000,
    sync: false,
  });
  const write = output.write.bind(output) as unknown as (bytes: Buffer) => boolean;
  return Object.assign(output, { write: (line: string) => write(Buffer.from(line)) });
}

/** The ids of the request, of its span's trace and of its client. */
const idsOf = ({ traceId, span, clientId }: Partial<Trace>): object => ({
  trace_id: traceId,
  otel_trace_id: span?.spanContext().traceId,
  client_id: clientId,
});
