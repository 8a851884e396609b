import { statSync, type BigIntStats } from "node:fs";

interface Opened {
  times: number;
  /** The file that the path named then. */
  file: BigIntStats | undefined;
}

const opened = new Map<string, Opened>();

const fileAt = (filename: string): BigIntStats | undefined =>
  statSync(filename, { bigint: true, throwIfNoEntry: false });

/** Called by the main connection of an SQLite file, which is opened again after an error that can mean another file. */
export const recordReopen = (filename: string): void =>
  void opened.set(filename, { times: reopenCount(filename) + 1, file: fileAt(filename) });

/** Other connections compare it, because the file that they have open may have been replaced. */
export const reopenCount = (filename: string): number => opened.get(filename)?.times ?? 0;

/**
 * Whether the path names another file than the one that is open, or none. What is written to a file that was replaced or
 * deleted is lost when the process ends.
 */
export function isReplaced(filename: string): boolean {
  const file = opened.get(filename)?.file;
  if (file === undefined) return false;
  const current = fileAt(filename);
  return current?.dev !== file.dev || current.ino !== file.ino;
}
