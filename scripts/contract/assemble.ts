import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
} from "../../src/contract/document.js";
import { agentProblems } from "../../src/contract/agents.js";
import { METHODS, TIERS } from "../../src/contract/operations.js";
import { addChanges } from "./changes.js";
import { anyFailure, failureEnvelope, type Node } from "./envelopes.js";
import { catalogueOf, type Catalogue } from "./failure-catalogue.js";
import { failureResponse, Failures, header, otherFailure } from "./failures.js";
import { SourceError } from "./source-error.js";
import { isListData, notModified, Successes, type SourceResponse } from "./successes.js";
import { addWebhooks } from "./webhooks.js";

/** The bundle of the files in openapi/v1. */
export interface Source extends Omit<OpenApiDocument, "x-fallbacks"> {
  "x-failures": unknown;
  /** The error codes of responses to requests that match no operation. */
  "x-fallback-codes": string[];
}

/**
 * Completes the bundled sources. It adds what all operations share (limits, headers, envelopes and standard
 * failures), so that path files don't repeat it.
 * @throws SourceError that lists every mistake
 */
export function assemble({
  "x-failures": failures,
  "x-fallback-codes": fallbacks,
  ...source
}: Source): OpenApiDocument {
  const document = { ...source, "x-fallbacks": {} } as OpenApiDocument;
  const catalogue = catalogueOf(failures);
  const components = document.components as Record<string, Record<string, Node>>;
  const schemas = (components["schemas"] ??= {});
  addChanges(schemas);
  const responses = (components["responses"] ??= {});
  const shipped = (components["parameters"] ?? {}) as unknown as Record<string, ParameterObject>;
  delete components["parameters"];
  const examples = (components["examples"] ??= {});
  addWebhooks(document, schemas, examples);
  const successes = new Successes(examples);
  const problems: string[] = [];

  for (const item of Object.values(document.paths)) {
    const byContent = new Map<string, string>();
    for (const operation of METHODS.flatMap((method) => item[method] ?? [])) {
      const own = problemsOf(operation);
      problems.push(...own);
      if (own.length === 0) complete(operation, item, byContent);
    }
  }
  for (const code of fallbacks) addFallback(code);
  Object.assign(schemas, successes.schemas, {
    FailureEnvelope: anyFailure(),
    ErrorCode: errorCodes(catalogue),
  });
  problems.push(...successes.problems);
  if (problems.length > 0) throw new SourceError(problems);
  return { ...document, "x-failure": { schema: { $ref: "#/components/schemas/FailureEnvelope" } } };

  function complete(operation: OperationObject, item: PathItem, byContent: Map<string, string>): void {
    const id = operation.operationId!;
    operation["x-limits"] = [...(operation["x-limits"] ?? []), "throttle:api"];
    if (operation["x-tier"] === "public") operation.security ??= [];
    const { 200: read } = operation.responses as Record<number, SourceResponse | undefined>;
    const isConditional = item.get === operation && read?.headers?.["ETag"] !== undefined;
    const added = [
      ...(isListData(read?.["x-data"]) ? ["Page", "PerPage", "Cursor"] : []),
      ...(isConditional ? ["IfNoneMatch"] : []),
      ...(operation["x-idempotency"] ? ["IdempotencyKey"] : []),
    ].map((name) => shipped[name]!);
    if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const failures = new Failures({ ...operation, parameters }, catalogue);
    const { default: unknown, ...expected } = operation.responses as Record<string, SourceResponse>;
    const succeeded = Object.entries(expected).map(
      ([status, response]) =>
        [status, successes.response(id, status, withReplay(response, operation))] as const,
    );
    if (failures.problems.length === 0) {
      const failed = addFailures(failures, byContent);
      const unmodified = isConditional ? [["304", notModified(read!.headers!["ETag"] as Node)] as const] : [];
      const other = unknown ? [["default", otherFailure(unknown.description, catalogue)] as const] : [];
      operation.responses = Object.fromEntries([...succeeded, ...unmodified, ...failed, ...other]);
      operation.description = `${operation.description?.trimEnd() ?? ""}\n\n${failures.section}`;
    }
    delete operation["x-errors"];
    problems.push(...failures.problems.map((problem) => `${id} ${problem}`));
  }

  /** Operations of one path with equal failures, such as PUT and PATCH, share their responses. */
  function addFailures(failures: Failures, byContent: Map<string, string>): [string, Node][] {
    return [...failures.responses].map(([status, { name, envelope, response, schema }]) => {
      const content = JSON.stringify([response["description"], schema, examplesOf(response)]);
      const known = byContent.get(content) ?? name;
      byContent.set(content, known);
      if (known === name) {
        schemas[envelope] = schema;
        responses[name] = response;
      }
      return [String(status), { $ref: `#/components/responses/${known}` }];
    });
  }

  function addFallback(code: string): void {
    const failure = catalogue[code];
    if (!failure)
      return void problems.push(`x-fallback-codes has ${code}, which components/failures.yaml does not list`);
    // complete, because linters report components that only an extension refers to as unused
    const schema = failureEnvelope(failure.status, [code]);
    const response = failureResponse([code], catalogue, schema);
    const headers = Object.entries(response["headers"] as Record<string, { $ref: string }>);
    const inline = headers.map(([name, { $ref }]) => [name, components["headers"]![$ref.split("/").pop()!]]);
    document["x-fallbacks"][failure.status] = { ...response, headers: Object.fromEntries(inline) as Node };
  }
}

/** An answer that is kept as a whole can be a repeated one. */
const withReplay = (response: SourceResponse, { "x-idempotency": kind }: OperationObject): SourceResponse =>
  kind === "answer"
    ? { ...response, headers: { ...response.headers, "Idempotent-Replayed": header("IdempotentReplayed") } }
    : response;

const examplesOf = (response: Node): unknown =>
  (response["content"] as Record<string, { examples: unknown }>)["application/json"]!.examples;

/** The mistakes that prevent completing an operation. The linter finds the other ones. */
function problemsOf(operation: OperationObject): string[] {
  const { operationId: id, "x-tier": tier, responses } = operation;
  if (id === undefined) return [`${operation.summary ?? "An operation"} has no operationId`];
  const problems: string[] = [];
  if (!(TIERS as readonly (string | undefined)[]).includes(tier))
    problems.push(`${id} needs x-tier: ${TIERS.join(", ")}`);
  problems.push(...agentProblems(operation).map((problem) => `${id} ${problem}`));
  if (Object.keys(responses ?? {}).length === 0) problems.push(`${id} has no response: declare its success`);
  for (const status of Object.keys(responses ?? {}))
    if (Number(status) >= 400)
      problems.push(`${id} declares ${status} in responses: declare its codes in x-errors instead`);
  if (operation.description?.includes("**Errors:**"))
    problems.push(`${id} has **Errors:** in its description: declare the errors in x-errors instead`);
  return problems;
}

const errorCodes = (catalogue: Catalogue): Node => ({
  type: "string",
  description:
    "A stable code for programs. Later versions can add codes: handle an unknown code by its status.",
  "x-open-enum": true,
  enum: Object.keys(catalogue),
  "x-enumDescriptions": Object.fromEntries(
    Object.entries(catalogue).map(([code, { explanation }]) => [code, explanation]),
  ),
});
