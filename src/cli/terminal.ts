import { readFileSync } from "node:fs";
import { EXIT } from "./failures.js";

/** Where a command reads and writes. */
export interface Terminal {
  /** Writes a line of the result. */
  write(line: string): void;
  /** Writes a line about the work: warnings, errors, questions. */
  report(line: string): void;
  /** Replaces the last line about the work; only on a terminal. */
  progress: ((line: string) => void) | null;
  /** All of the standard input. */
  input(): string;
}

export const processTerminal: Terminal = {
  write: (line) => process.stdout.write(`${line}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
  progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[2K${line}`) : null,
  input: () => readFileSync(0, "utf8"),
};

/**
 * Lets a command finish its work when the program that reads its output ends first, as `head` does. What it still writes
 * is lost, which its exit code says.
 */
export function finishWithoutReader(): void {
  const ignoreClosed = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
  };
  process.stderr.on("error", ignoreClosed);
  process.stdout.on("error", ignoreClosed);
  process.stdout.once("error", () => {
    process.once("exit", () => {
      process.exitCode ||= EXIT.outputClosed;
    });
  });
}
