import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";
import { shippedDocument, shippedOAuthDocument, type OpenApiDocument } from "../../src/contract/document.js";

/** A contract with releases and a version of its own. */
export interface Contract {
  /** The folder of the handwritten files. */
  sources: string;
  /** The document of the last release. */
  released: string;
  /** The accepted breaking changes of the next release. */
  exceptions: string;
  changelog: string;
  /** The argument of `npm run contract:release` after the version. */
  argument?: string;
  /** Reads the document that was generated from the sources. */
  current: () => OpenApiDocument;
}

export const API: Contract = {
  sources: "openapi/v1",
  released: "openapi/released/v1.json",
  exceptions: "openapi/released/exceptions.yaml",
  changelog: "docs/api-changelog.md",
  current: shippedDocument,
};
export const OAUTH: Contract = {
  sources: "openapi/oauth",
  released: "openapi/released/oauth-v1.json",
  exceptions: "openapi/released/oauth-exceptions.yaml",
  changelog: "docs/oauth-changelog.md",
  argument: "oauth",
  current: shippedOAuthDocument,
};
export const CONTRACTS = [API, OAUTH];

/** The contract of the last release; null before the first release. */
export const releasedDocument = ({ released }: Contract): OpenApiDocument | null =>
  existsSync(released) ? (JSON.parse(readFileSync(released, "utf8")) as OpenApiDocument) : null;

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
