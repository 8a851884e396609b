import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
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
  /** Asks for a line and doesn't show it; without a terminal, the first line of the standard input. */
  secret(question: string): Promise<string>;
}

export const processTerminal: Terminal = {
  write: (line) => process.stdout.write(`${line}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
  progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[2K${line}`) : null,
  input: () => readFileSync(0, "utf8"),
  secret: (question) =>
    process.stdin.isTTY ? askHidden(question) : Promise.resolve(firstLine(readFileSync(0, "utf8"))),
};

export const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0]!;

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  process.stderr.write(question);
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

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
