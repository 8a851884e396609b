import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/**
 * One JSON line an event. In production lines are gathered and written in blocks, at the latest after
 * a second; the process flushes them when it ends.
 */
export function createLogger(level: string, buffered: boolean, destination?: DestinationStream): Logger {
  const target =
    destination ?? pino.destination({ sync: !buffered, minLength: buffered ? 8192 : 0, periodicFlush: 1000 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, target);
}
