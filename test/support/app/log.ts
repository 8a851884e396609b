import { createLogger, type Logger } from "../../../src/lib/telemetry/log.js";

/** A logger that keeps its parsed lines. */
export interface MemoryLog {
  logger: Logger;
  lines: Record<string, unknown>[];
}

export function memoryLog(): MemoryLog {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger("debug", false, { write }) };
}

/** Whether a line reports an error, and not only a warning. */
export const isErrorLine = ({ level }: Record<string, unknown>): boolean =>
  level === "error" || level === "fatal";
