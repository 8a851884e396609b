import { deprecationProblems } from "./deprecation.js";
import type { OpenApiDocument, OperationObject, ParameterObject } from "./document.js";
import { standardFailures } from "./failures.js";
import { demandMiddleware, demandProblems } from "./token-demands.js";

export const TIERS = ["public", "auth", "service", "permission"] as const;
export type Tier = (typeof TIERS)[number];
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** HEAD and OPTIONS are answered for every path; TRACE for none. */
const UNROUTED = ["head", "options", "trace"];

/** One operation of the contract, with all that the router needs to know. */
export interface Operation {
  /** operationId, which is also the route name. */
  id: string;
  method: Method;
  /** As documented, below the base path: `/users/{user}`. */
  path: string;
  tier: Tier;
  /** The permission that the route name resolves to; null outside the permission-protected tier. */
  permission: string | null;
  /** Names of registered middleware, in the order in which they run. */
  middleware: string[];
  /** Whether a token without a user may call it (`x-client-token`). */
  clientToken: boolean;
  hasBody: boolean;
  statuses: number[];
  document: OperationObject;
}

/** The contract has gaps; the service does not start. */
export class ContractError extends Error {
  constructor(problems: string[]) {
    super(`The contract is incomplete:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}

/** Act in the route name → action of the permission. */
const ACTIONS = new Map(
  Object.entries({
    index: "read",
    show: "read",
    store: "create",
    create: "create",
    update: "update",
    patch: "update",
    edit: "update",
    destroy: "delete",
    // whoever may delete may undo it
    restore: "delete",
  }),
);

/** The first act in the name, with the segment before it: `users.index` → `users.read`; null without a known act. */
export function permissionOf(routeName: string): string | null {
  const segments = routeName.split(".");
  const place = segments.findIndex((segment, index) => index > 0 && ACTIONS.has(segment));
  return place < 0 ? null : `${segments[place - 1]!}.${ACTIONS.get(segments[place]!)!}`;
}

/** The base path of the contract: the path of its server. */
export const basePathOf = (document: OpenApiDocument): string => document.servers[0]!.url.replace(/\/$/, "");

/**
 * Reads the table of operations from the bundled contract.
 * @param permissions the known permissions; a route that resolves to another one stops the start
 * @throws ContractError that lists every gap
 */
export function readContract(document: OpenApiDocument, permissions: ReadonlySet<string>): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) =>
      toOperation(path, method, item[method]!, item.parameters),
    ),
  );
  const problems = operations.flatMap((operation) => problemsOf(operation, permissions, document));
  for (const [index, { id }] of operations.entries())
    if (operations.findIndex((other) => other.id === id) < index)
      problems.push(`operationId ${id} is used twice`);
  for (const [path, item] of Object.entries(document.paths))
    for (const method of UNROUTED)
      if (method in item)
        problems.push(`${path} documents ${method.toUpperCase()}, which the service answers by itself`);
  if (operations.length === 0) problems.push("the contract has no operation");
  if (problems.length > 0) throw new ContractError(problems);
  return operations;
}

function toOperation(
  path: string,
  method: Method,
  object: OperationObject,
  shared: ParameterObject[] = [],
): Operation {
  const id = object.operationId ?? `${method.toUpperCase()} ${path}`;
  const tier = object["x-tier"] as Tier;
  return {
    id,
    method,
    path,
    tier,
    permission: tier === "permission" ? permissionOf(id) : null,
    middleware: middlewareOf(object),
    clientToken: object["x-client-token"] === true,
    hasBody: object.requestBody !== undefined,
    statuses: Object.keys(object.responses ?? {}).map(Number),
    document: { ...object, parameters: [...shared, ...(object.parameters ?? [])] },
  };
}

/**
 * The middleware of an operation, in the order of docs/architecture.md: limit of the operation by IP, authenticate,
 * `throttle:api`, `sk.active`, scope and first party, permission. What the published contract shows as `x-middleware`.
 */
export function middlewareOf(object: OperationObject): string[] {
  const limits = object["x-limits"] ?? [];
  return [
    ...limits.filter((name) => name !== "throttle:api"),
    ...(object["x-tier"] === "public" ? [] : ["auth:api"]),
    ...limits.filter((name) => name === "throttle:api"),
    "sk.active",
    ...demandMiddleware(object),
    ...(object["x-tier"] === "permission" ? ["check.permission"] : []),
  ];
}

function problemsOf(
  operation: Operation,
  permissions: ReadonlySet<string>,
  contract: OpenApiDocument,
): string[] {
  const { id, document, tier, permission } = operation;
  const problems: string[] = [];
  const needs = (condition: boolean, text: string): void =>
    void (condition || problems.push(`${id} ${text}`));
  needs(document.operationId !== undefined, "has no operationId");
  needs(TIERS.includes(tier), `has no tier (x-tier: ${TIERS.join(", ")})`);
  needs(document["x-limits"]?.includes("throttle:api") === true, "does not declare throttle:api in x-limits");
  for (const problem of demandProblems(document, contract)) needs(false, problem);
  if (tier === "permission")
    needs(
      permission !== null && permissions.has(permission),
      `resolves to no known permission (${String(permission)})`,
    );
  for (const status of standardFailures(document).keys())
    needs(operation.statuses.includes(status), `does not declare ${status}`);
  needs(
    operation.statuses.some((status) => status < 400),
    "declares no success",
  );
  for (const problem of deprecationProblems(document)) needs(false, problem);
  return problems;
}
