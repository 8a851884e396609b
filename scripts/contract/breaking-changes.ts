import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { mayBeRemoved, removedOperations, type Removed } from "./breaking-removal.js";
import { operationsAt, whereIs } from "./breaking-operations.js";

/** A change as `redocly diff --format json` reports it. */
export interface Change {
  /** From the root along the references to where the change was met first. */
  path: string;
  typeName: string;
  kind: "added" | "removed" | "modified";
  /** The field that was modified. */
  property?: string;
  verdicts: { ruleId: string; message: string; location: { pointer: string } }[];
  base?: Place;
  revision?: Place;
}

export interface Place {
  pointer: string;
  value?: unknown;
}

export interface Breaking {
  /** Names this very change, as openapi/released/exceptions.yaml does. */
  id: string;
  rule: string;
  message: string;
  /** Whom it reaches, in words. */
  where: string;
}

export interface Comparison {
  changes: Change[];
  breaking: Breaking[];
  /** Operations that were removed in order, after their sunset. */
  retired: Removed[];
}

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = fileOf("node_modules/@redocly/cli/bin/cli.js");
const CONFIG = fileOf("openapi/released/diff.yaml");

/**
 * Compares two bundles with `redocly diff` and the rules of openapi/released.
 * @param today decides whether the sunset of a removed operation has passed
 */
export async function compare(
  base: OpenApiDocument,
  current: OpenApiDocument,
  today: Date,
): Promise<Comparison> {
  const changes = await diff(base, current);
  const retired = changes.filter((change) => mayBeRemoved(change, today));
  const breaking = changes
    .filter((change) => !retired.includes(change))
    .flatMap(({ verdicts }) => verdicts)
    .map(({ ruleId: rule, message, location: { pointer } }) => ({
      id: `${pointer} ${message}`,
      rule,
      message,
      where: whereIs(pointer, operationsAt(pointer, [base, current])),
    }));
  return { changes, breaking, retired: retired.flatMap(removedOperations) };
}

/** @throws Error when the tool itself fails; what it finds is no failure */
async function diff(base: OpenApiDocument, current: OpenApiDocument): Promise<Change[]> {
  const folder = mkdtempSync(join(tmpdir(), "authdock-diff-"));
  const [before, after, report] = ["base", "current", "report"].map((name) => join(folder, `${name}.json`));
  try {
    writeFileSync(before!, JSON.stringify(comparable(base)));
    writeFileSync(after!, JSON.stringify(comparable(current)));
    await run([
      "diff",
      before!,
      after!,
      "--config",
      CONFIG,
      "--fail-on=none",
      "--format=json",
      "-o",
      report!,
    ]);
    return (JSON.parse(readFileSync(report!, "utf8")) as { changes: Change[] }).changes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(args: string[]): Promise<void> {
  // the gate needs no network
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((done, fail) => {
    execFile(process.execPath, [CLI, ...args], { env }, (error, _stdout, stderr) => {
      if (error) fail(new Error(`redocly diff failed: ${stderr}`));
      else done();
    });
  });
}

/** What generate derives from the rest, and what says nothing about the shape. */
const DERIVED = ["x-codeSamples", "x-middleware", "x-permission"] as const;
/** Sent as long as an operation is deprecated; its dates are compared, so these need not be. */
const DEPRECATION_HEADERS = ["Deprecation", "Sunset", "Link"];

/** The document as it is kept: without what generate derives. */
export function released(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS) for (const name of DERIVED) delete item[method]?.[name];
  return copy;
}

/** For `redocly diff`, which looks into no list of an x- field: they come as one text. */
function comparable(document: OpenApiDocument): object {
  const isDeprecationHeader = (key: string, value: object): boolean =>
    DEPRECATION_HEADERS.includes(key) && "schema" in value;
  const text = JSON.stringify(released(document), (key, value: unknown) => {
    if (key.startsWith("x-") && Array.isArray(value)) return value.join(" ");
    if (typeof value === "object" && value !== null && isDeprecationHeader(key, value)) return undefined;
    return value;
  });
  return JSON.parse(text) as object;
}
