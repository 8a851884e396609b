import { fileURLToPath } from "node:url";
import type { OpenApiDocument, OperationObject, PathItem } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { tokenRequirements } from "../../src/contract/token-requirements.js";
import { operationsAt, operationsIn, operationsOf, whereIs, type NamedOperation } from "./pointers.js";
import { redocly } from "./redocly.js";

/** A change as `redocly diff --format json` reports it. */
export interface Change {
  /** The location of the change, from the root of the document through its references. */
  path: string;
  typeName: string;
  kind: "added" | "removed" | "modified";
  /** The field that was modified. */
  property?: string;
  verdicts: { ruleId: string; message: string; location: { pointer: string } }[];
  base?: Location;
  revision?: Location;
}

export interface Location {
  pointer: string;
  value?: unknown;
}

export interface Breaking {
  /** Identifies the change in openapi/released/exceptions.yaml. */
  id: string;
  rule: string;
  message: string;
  /** The affected operations, as text. */
  where: string;
}

export interface Comparison {
  changes: Change[];
  breaking: Breaking[];
  /** Operations that were removed after their sunset, which isn't a breaking change. */
  retired: NamedOperation[];
}

/** Fields of an operation that the generator derives from the rest of the document. A released document has none. */
const DERIVED = ["x-codeSamples", "x-middleware", "x-permission"] as const;
const RULES = fileURLToPath(new URL("../../openapi/released/diff.yaml", import.meta.url));
/** The minimum number of days from the deprecation of an operation to its sunset. */
export const MINIMUM_DAYS = 180;
const DAY = 86_400_000;

/**
 * Compares two bundles with `redocly diff` and the rules of openapi/released.
 * @param today decides whether the sunset of a removed operation has passed
 */
export async function compare(
  before: OpenApiDocument,
  after: OpenApiDocument,
  today: Date,
): Promise<Comparison> {
  const [base, current] = [webhooksAsAnswers(before), webhooksAsAnswers(after)];
  const changes = await diff(base, current);
  const retired = changes.filter((change) => isAllowedRemoval(change, today));
  const breaking = changes
    .filter((change) => !retired.includes(change))
    .flatMap((change) => change.verdicts.map((verdict) => ({ change, verdict })))
    .map(({ change, verdict: { ruleId: rule, message, location } }) => ({
      id: `${location.pointer} ${message}`,
      rule,
      message,
      where: whereIs(location.pointer, affectedOperations(change, location.pointer, base, current)),
    }));
  breaking.push(...removedSchemaNames(base, current));
  return { changes, breaking, retired: retired.flatMap(removedOperations) };
}

/**
 * The document with its webhooks as operations that answer with what is delivered: for clients both are read, so the
 * same changes break them.
 */
function webhooksAsAnswers({ webhooks = {}, ...document }: OpenApiDocument): OpenApiDocument {
  const answers = Object.entries(webhooks).map(([type, { post }]): [string, PathItem] => {
    const { tags, summary, requestBody } = post;
    const delivered = { description: "What is delivered.", content: requestBody?.content };
    const operation = { operationId: type, tags, summary, responses: { 200: delivered } } as OperationObject;
    return [`/${type}`, { get: operation }];
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(answers) } };
}

/**
 * The operations that a change affects. When a reference points to another component, only the operations with the old
 * reference are affected.
 */
function affectedOperations(
  change: Change,
  pointer: string,
  base: OpenApiDocument,
  current: OpenApiDocument,
): string[] {
  const after = operationsAt(change.revision?.pointer ?? pointer, [current]);
  const both = operationsAt(change.base?.pointer ?? pointer, [base]).filter((name) => after.includes(name));
  return both.length > 0 ? both : operationsAt(pointer, [base, current]);
}

/**
 * Schemas whose name was removed while operations still use their content. Generated types have the names of the
 * schemas, which `redocly diff` doesn't compare.
 */
function removedSchemaNames(base: OpenApiDocument, current: OpenApiDocument): Breaking[] {
  const remaining = new Set(operationsIn(current).map(({ name }) => name));
  return Object.keys(base.components["schemas"] ?? {})
    .filter((name) => !Object.hasOwn(current.components["schemas"] ?? {}, name))
    .flatMap((name) => {
      const pointer = `#/components/schemas/${name}`;
      const operations = operationsAt(pointer, [base]).filter((operation) => remaining.has(operation));
      if (operations.length === 0) return [];
      const message = `Schema \`${name}\` was renamed or inlined.`;
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
    // a breaking change must not make the command fail
    ...["--fail-on=none", "--format=json", "--output", pathOf("report.json")],
  ]);
  return (JSON.parse(report) as { changes: Change[] }).changes;
}

/** Whether the change removes only operations that were deprecated long enough and whose sunset has passed. */
function isAllowedRemoval(change: Change, today: Date): boolean {
  const removed = removedOperations(change);
  return removed.length > 0 && removed.every(({ operation }) => isPastSunset(operation, today));
}

/** The operations that a change removes; empty for other changes. */
const removedOperations = ({ kind, typeName, path, base }: Change): NamedOperation[] =>
  kind === "removed" ? operationsOf(typeName, path, base!.value) : [];

function isPastSunset(operation: OperationObject, today: Date): boolean {
  const [since, sunset] = [operation["x-deprecated-since"], operation["x-sunset"]].map((date) =>
    Date.parse(date ?? ""),
  );
  return (
    operation.deprecated === true && sunset! <= today.getTime() && sunset! - since! >= MINIMUM_DAYS * DAY
  );
}

/** The headers of deprecated operations. They aren't compared, because the dates of the deprecation are. */
const DEPRECATION_HEADERS = ["Deprecation", "Sunset", "Link"];

/** The document as stored in openapi/released, without the derived fields. */
export function released(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const item of Object.values({ ...copy.paths, ...copy.webhooks } as OpenApiDocument["paths"]))
    for (const method of METHODS) for (const name of DERIVED) delete item[method]?.[name];
  return copy;
}

/**
 * The document as input for `redocly diff`. Lists in x- fields are joined to one text, because the program doesn't
 * compare lists there. The scopes for client tokens are copied to an x- field, because the program would treat a new
 * alternative in `security` as fewer requirements.
 */
function comparable(document: OpenApiDocument): string {
  const copy = released(document);
  delete copy.security; // every operation declares its own
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
