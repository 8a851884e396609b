import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { OpenApiDocument } from "../../src/contract/document.js";

export const RELEASED = "openapi/released/v1.json";
export const EXCEPTIONS = "openapi/released/exceptions.yaml";

/** The contract of the last release; null before the first release. */
export const releasedDocument = (): OpenApiDocument | null =>
  existsSync(RELEASED) ? (JSON.parse(readFileSync(RELEASED, "utf8")) as OpenApiDocument) : null;

const Exceptions = z.array(z.strictObject({ change: z.string().min(1), reason: z.string().trim().min(10) }));

/** An accepted breaking change. */
export type Exception = z.infer<typeof Exceptions>[number];

/** @throws ZodError for a file that isn't a list, and for an exception without a reason of at least ten characters */
export const readExceptions = (file: string): Exception[] =>
  Exceptions.parse(parse(readFileSync(file, "utf8")) ?? []);

/** Removes all exceptions from the file and keeps its comment. */
export function emptyExceptions(file: string): void {
  const comment = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  writeFileSync(file, [...comment, "[]", ""].join("\n"));
}
