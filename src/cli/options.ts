import { InvalidArgumentError, Option } from "commander";
import type { CommandLine } from "./command-line.js";

/** A whole number of at least 1. */
export function positive(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Enter a whole number of at least 1.");
  return Number(value);
}

/** Collects an option that can be repeated. */
export const repeated = (value: string, former: readonly string[] = []): string[] => [...former, value];

/** The page of a list. */
export interface PageOptions {
  page: number;
  perPage: number;
}
export const pageOptions = (): Option[] => [
  new Option("--page <number>", "the page").argParser(positive).default(1),
  new Option("--per-page <number>", "rows per page, at most 100").argParser(positive).default(25),
];

/** `-` reads a secret from standard input, because arguments show in the list of processes. */
export const valueOf = (line: CommandLine, value: string): string =>
  value === "-" ? line.terminal.input().trim() : value;

/** The last line of a list: how much of it was shown. */
export const pageLine = (shown: number, total: number, page: number | null): string =>
  shown === total ? `${total} in total` : `${shown} of ${total}, page ${page ?? 1}`;
