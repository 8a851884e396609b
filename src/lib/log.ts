import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/**
 * Logs one JSON line per event. In production lines are buffered and written after a second at the latest, and
 * flushed when the process ends.
 */
export function createLogger(level: string, buffered: boolean, destination?: DestinationStream): Logger {
  const target =
    destination ?? pino.destination({ sync: !buffered, minLength: buffered ? 8192 : 0, periodicFlush: 1000 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, target);
}
