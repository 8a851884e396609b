import { hostname } from "node:os";
import { pino, type DestinationStream, type Logger } from "pino";
import { currentTrace, type Trace } from "./current-trace.js";
import { PRODUCT_VERSION } from "../version.js";

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

let lastSecond: number | undefined;
let lastTime = "";

/** The same text as `stdTimeFunctions.isoTime`, formatted once for all lines of a second except for its milliseconds. */
function isoTime(): string {
  const ms = Date.now();
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastTime = `,"time":"${new Date(second * 1000).toISOString().slice(0, -"000Z".length)}`;
  }
  return `${lastTime}${String(ms % 1000).padStart(3, "0")}Z"`;
}

/** Characters that are handed over to the library together. */
const PORTION = 8192;

/** Hands many lines over at once, because the library would measure all waiting text again with each line. */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({
    contentMode: "buffer",
    minLength: PORTION,
    periodicFlush: 1000,
    sync: false,
  });
  const write = output.write.bind(output) as unknown as (bytes: Buffer) => boolean;
  const [flush, flushSync, end] = [
    output.flush.bind(output),
    output.flushSync.bind(output),
    output.end.bind(output),
  ];
  let lines = "";
  const take = (): Buffer => {
    const bytes = Buffer.from(lines);
    lines = "";
    return bytes;
  };
  const handOver = (): void => {
    if (lines !== "") write(take());
  };
  return Object.assign(output, {
    write(line: string): void {
      lines += line;
      if (lines.length >= PORTION) handOver();
    },
    flush(done?: (error?: Error) => unknown): void {
      handOver();
      flush(done);
    },
    flushSync(): void {
      flushSync();
      const bytes = take();
      // the library would give `minLength` bytes to another thread, and the process doesn't wait for it when it ends
      for (let start = 0; start < bytes.length; start += PORTION - 1) {
        write(bytes.subarray(start, start + PORTION - 1));
        flushSync();
      }
    },
    end(): void {
      handOver();
      end();
    },
  });
}

/** The ids of the request, of its span's trace and of its client. */
const idsOf = ({ traceId, span, clientId }: Partial<Trace>): object => ({
  trace_id: traceId,
  otel_trace_id: span?.spanContext().traceId,
  client_id: clientId,
});
