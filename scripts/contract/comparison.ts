import { fileURLToPath } from "node:url";
import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { tokenRequirements } from "../../src/contract/token-requirements.js";
import { operationsAt, operationsIn, operationsOf, whereIs, type NamedOperation } from "./places.js";
import { redocly } from "./redocly.js";

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
  retired: NamedOperation[];
}

const RULES = fileURLToPath(new URL("../../openapi/released/diff.yaml", import.meta.url));
/** How long an operation is deprecated before it may go. */
export const MINIMUM_DAYS = 180;
const DAY = 86_400_000;

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
    .flatMap((change) => change.verdicts.map((verdict) => ({ change, verdict })))
    .map(({ change, verdict: { ruleId: rule, message, location } }) => ({
      id: `${location.pointer} ${message}`,
      rule,
      message,
      where: whereIs(location.pointer, concerned(change, location.pointer, base, current)),
    }));
  breaking.push(...lostNames(base, current));
  return { changes, breaking, retired: retired.flatMap(removedOperations) };
}

/**
 * The operations that a change concerns. A reference that leads to another component than before concerns only those that
 * referred to the former one.
 */
function concerned(
  change: Change,
  pointer: string,
  base: OpenApiDocument,
  current: OpenApiDocument,
): string[] {
  const after = operationsAt(change.revision?.pointer ?? pointer, [current]);
  const both = operationsAt(change.base?.pointer ?? pointer, [base]).filter((name) => after.includes(name));
  return both.length > 0 ? both : operationsAt(pointer, [base, current]);
}

/** Generated types are named after the schemas; `redocly diff` compares what a reference leads to, whatever its name. */
function lostNames(base: OpenApiDocument, current: OpenApiDocument): Breaking[] {
  const staying = new Set(operationsIn(current).map(({ name }) => name));
  return Object.keys(base.components["schemas"] ?? {})
    .filter((name) => !Object.hasOwn(current.components["schemas"] ?? {}, name))
    .flatMap((name) => {
      const pointer = `#/components/schemas/${name}`;
      const operations = operationsAt(pointer, [base]).filter((operation) => staying.has(operation));
      if (operations.length === 0) return [];
      const message = `Schema \`${name}\` lost its name.`;
      const where = whereIs(pointer, operations);
      return [{ id: `${pointer} ${message}`, rule: "schema-name-lost", message, where }];
    });
}

async function diff(base: OpenApiDocument, current: OpenApiDocument): Promise<Change[]> {
  const documents = {
    "base.json": comparable(base),
    "current.json": comparable(current),
  };
  const report = await redocly(documents, "report.json", (pathOf) => [
    ...["diff", pathOf("base.json"), pathOf("current.json"), "--config", RULES],
    // what it finds is no failure of the command
    ...["--fail-on=none", "--format=json", "--output", pathOf("report.json")],
  ]);
  return (JSON.parse(report) as { changes: Change[] }).changes;
}

/** Whether it is the orderly removal of operations: deprecated long enough, and their sunset has passed. */
function mayBeRemoved(change: Change, today: Date): boolean {
  const removed = removedOperations(change);
  return removed.length > 0 && removed.every(({ operation }) => isOver(operation, today));
}

/** The operations that a change removes; empty when it is no removal. */
const removedOperations = ({ kind, typeName, path, base }: Change): NamedOperation[] =>
  kind === "removed" ? operationsOf(typeName, path, base!.value) : [];

function isOver(operation: OperationObject, today: Date): boolean {
  const [since, sunset] = [operation["x-deprecated-since"], operation["x-sunset"]].map((day) =>
    Date.parse(day ?? ""),
  );
  return (
    operation.deprecated === true && sunset! <= today.getTime() && sunset! - since! >= MINIMUM_DAYS * DAY
  );
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

/**
 * For `redocly diff`, which looks into no list of an x- field: they come as one text. What tokens of clients need comes as
 * such a field, too: as an alternative of `security`, redocly takes it for a wider door.
 */
function comparable(document: OpenApiDocument): string {
  const copy = released(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS) {
      const scopes = item[method] && tokenRequirements(item[method]).ofClients;
      if (scopes) Object.assign(item[method]!, { "x-oauth2": scopes });
    }
  const isDeprecationHeader = (key: string, value: object): boolean =>
    DEPRECATION_HEADERS.includes(key) && "schema" in value;
  return JSON.stringify(copy, (key, value: unknown) => {
    if (key.startsWith("x-") && Array.isArray(value)) return value.join(" ");
    if (typeof value === "object" && value !== null && isDeprecationHeader(key, value)) return undefined;
    return value;
  });
}
