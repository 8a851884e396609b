import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { Breaking } from "./breaking-changes.js";

const Exceptions = z.array(z.strictObject({ change: z.string().min(1), reason: z.string().trim().min(10) }));

/** A breaking change that is wanted. */
export type Exception = z.infer<typeof Exceptions>[number];

/** @throws ZodError where the list is none, or an exception has no reason of at least ten characters */
export const readExceptions = (file: string): Exception[] =>
  Exceptions.parse(parse(readFileSync(file, "utf8")) ?? []);

/** Keeps the comment that explains the list. */
export function emptyExceptions(file: string): void {
  const comment = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  writeFileSync(file, [...comment, "[]", ""].join("\n"));
}

/** What is left to complain about: breaking changes that nobody accepted, and exceptions for nothing. */
export function judge(breaking: readonly Breaking[], exceptions: readonly Exception[]) {
  return {
    refused: breaking.filter(({ id }) => !exceptions.some(({ change }) => change === id)),
    unused: exceptions.filter(({ change }) => !breaking.some(({ id }) => id === change)),
  };
}

/** For the changelog. */
export function reasonOf(id: string, exceptions: readonly Exception[]): string {
  const accepted = exceptions.find(({ change }) => change === id);
  return accepted ? ` ${accepted.reason}` : "";
}
