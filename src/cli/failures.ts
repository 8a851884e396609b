import { CommanderError } from "commander";
import { ConfigurationError } from "../config/env.js";
import { describeOutage, isDatabaseUnavailable, isNotMigrated, NOT_MIGRATED } from "../database/errors.js";
import { TooOldDatabase } from "../database/former-migrations.js";
import { Failure, ServiceBusy, TooManyAttempts, ValidationFailed } from "../lib/failures.js";

/** The exit codes of every command. */
export const EXIT = {
  done: 0,
  /** The command was rejected, or found a problem. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** The database or another server isn't available. A later attempt can succeed. */
  unavailable: 3,
  /** The program that reads the output has ended: 128 and the number of SIGPIPE, as shells report it. */
  outputClosed: 141,
} as const;

/** A reason why the command can't do its work, as a sentence. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}

/** Whether a pipe that the command writes to has no reader any more. */
export const isClosedOutput = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "EPIPE";

/** An error as the user sees it. */
export interface Reported {
  exitCode: number;
  lines: string[];
  /** Field → sentences. */
  errors?: Record<string, string[]>;
}

export function reportOf(error: unknown): Reported {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : EXIT.usage, lines: [] };
  if (error instanceof CommandFailed) return { exitCode: error.exitCode, lines: [error.message] };
  if (error instanceof TooOldDatabase) return rejected(error.message);
  if (error instanceof ConfigurationError) return { exitCode: EXIT.usage, lines: [error.message] };
  if (error instanceof ValidationFailed) return reportOfFields(error);
  if (error instanceof TooManyAttempts) return rejected(tooSoon(error));
  if (error instanceof ServiceBusy)
    return { exitCode: EXIT.unavailable, lines: [causeOf(error) ?? error.message] };
  if (error instanceof Failure) return rejected(error.message);
  if (isNotMigrated(error)) return rejected(NOT_MIGRATED);
  if (isDatabaseUnavailable(error)) return { exitCode: EXIT.unavailable, lines: [unavailable(error)] };
  if (isOfFile(error))
    return rejected(`${error.path ?? "A file"} can't be read or written: ${reasonOf(error)}.`);
  return rejected(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Node doesn't know the path of a file that is already open. */
interface FileError extends Error {
  path?: string;
}

const isOfFile = (error: unknown): error is FileError =>
  error instanceof Error &&
  "syscall" in error &&
  ("path" in error || FULL_DISK.includes((error as NodeJS.ErrnoException).code ?? ""));
const FULL_DISK = ["ENOSPC", "EDQUOT"];

/** "ENOENT: no such file or directory, open '/nowhere'" → "no such file or directory". */
const reasonOf = ({ message }: Error): string => /^\w+: ([^,]*)/.exec(message)?.[1] ?? message;

const rejected = (line: string): Reported => ({ exitCode: EXIT.failed, lines: [line] });

function reportOfFields({ errors }: ValidationFailed): Reported {
  const lines = Object.entries(errors).map(([field, sentences]) => `${field}: ${sentences.join(" ")}`);
  return { exitCode: EXIT.failed, lines, errors };
}

const tooSoon = ({ retryAfterMs }: TooManyAttempts): string =>
  `A mail was sent a moment ago. Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`;

const causeOf = ({ cause }: Error): string | null =>
  cause !== undefined && isDatabaseUnavailable(cause) ? unavailable(cause) : null;

const unavailable = (error: unknown): string =>
  `${describeOutage(error)} Check DATABASE_URL and run: authdock doctor`;
