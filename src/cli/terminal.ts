import { readFileSync } from "node:fs";

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
