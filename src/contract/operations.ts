import { agentProblems, agentWordOf } from "./agents.js";
import { deprecationProblems } from "./deprecation.js";
import type { Idempotency, OpenApiDocument, OperationObject, ParameterObject } from "./document.js";
import { standardFailures } from "./failures.js";
import { uploadProblems } from "./uploads.js";
import { requiresSecondFactor, tokenMiddleware, tokenProblems } from "./token-requirements.js";

export const TIERS = ["public", "auth", "service", "permission"] as const;
export type Tier = (typeof TIERS)[number];
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** The router answers HEAD and OPTIONS for every path, and never answers TRACE. */
const UNROUTED = ["head", "options", "trace"];

/** An operation of the contract, as the router uses it. */
export interface Operation {
  /** The operationId, which is also the route name. */
  id: string;
  method: Method;
  /** The documented path below the base path, such as `/users/{user}`. */
  path: string;
  tier: Tier;
  /** The permission that the route name resolves to; null in the other tiers. */
  permission: string | null;
  /** Names of registered middleware, in the order in which they run. */
  middleware: string[];
  /** Whether tokens without a user are accepted (`x-client-token`). */
  clientToken: boolean;
  /** What is kept of the answer to a request with an Idempotency-Key; null when the operation takes none. */
  idempotency: Idempotency | null;
  hasBody: boolean;
  statuses: number[];
  document: OperationObject;
}

/** The contract has mistakes, which the message lists. The service doesn't start. */
export class ContractError extends Error {
  constructor(problems: string[]) {
    super(`The contract is incomplete:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}

/** Action in the route name → action in the permission. */
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
    restore: "delete", // restoring undoes a deletion
  }),
);

/**
 * The permission for a route name, from its first known action and the segment before it: `users.index` → `users.read`.
 * @returns null when the name contains no known action
 */
export function permissionOf(routeName: string): string | null {
  const segments = routeName.split(".");
  const action = segments.findIndex((segment, index) => index > 0 && ACTIONS.has(segment));
  return action < 0 ? null : `${segments[action - 1]!}.${ACTIONS.get(segments[action]!)!}`;
}

/** The base path of the contract, which is the path of its server URL. */
export const basePathOf = (document: OpenApiDocument): string => document.servers[0]!.url.replace(/\/$/, "");

/**
 * Reads the operations of the bundled contract.
 * @param permissions the known permissions
 * @throws ContractError that lists every mistake, such as a route that resolves to an unknown permission
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
        problems.push(`${path} documents ${method.toUpperCase()}, which the service handles itself`);
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
    idempotency: object["x-idempotency"] ?? null,
    hasBody: object.requestBody !== undefined,
    statuses: Object.keys(object.responses ?? {}).map(Number),
    document: { ...object, parameters: [...shared, ...(object.parameters ?? [])] },
  };
}

const THROTTLE = "throttle:api";

/**
 * The middleware of an operation, in the order of docs/architecture.md. Limits of a public operation count addresses and
 * come first; those of other operations count accounts and come after the permission. The published contract shows the
 * middleware as `x-middleware`.
 */
export function middlewareOf(object: OperationObject): string[] {
  const own = (object["x-limits"] ?? []).filter((name) => name !== THROTTLE);
  const isPublic = object["x-tier"] === "public";
  return [
    ...(isPublic ? own : ["auth:api"]),
    THROTTLE,
    "sk.active",
    ...tokenMiddleware(object),
    ...(object["x-tier"] === "permission" ? ["check.permission"] : []),
    ...(requiresSecondFactor(object) ? ["two-factor.required"] : []),
    // limits by account
    ...(isPublic ? [] : own),
    ...(object["x-recent-password"] === true ? ["password.confirm"] : []),
  ];
}

function problemsOf(
  operation: Operation,
  permissions: ReadonlySet<string>,
  contract: OpenApiDocument,
): string[] {
  const { id, document, tier, permission } = operation;
  const problems: string[] = [];
  const check = (condition: boolean, text: string): void =>
    void (condition || problems.push(`${id} ${text}`));
  check(document.operationId !== undefined, "has no operationId");
  check(TIERS.includes(tier), `has no tier (x-tier: ${TIERS.join(", ")})`);
  check(document["x-limits"]?.includes("throttle:api") === true, "does not declare throttle:api in x-limits");
  for (const problem of agentProblems(document)) check(false, problem);
  check(
    agentWordOf(document) === null || (document["x-agent"] === "read") === (operation.method === "get"),
    "is a reading for agents only if it is a GET",
  );
  for (const problem of tokenProblems(document, contract)) check(false, problem);
  if (tier === "permission")
    check(
      permission !== null && permissions.has(permission),
      `resolves to no known permission (${String(permission)})`,
    );
  for (const status of standardFailures(document).keys())
    check(operation.statuses.includes(status), `does not declare ${status}`);
  check(
    operation.statuses.some((status) => status < 400),
    "declares no success",
  );
  for (const problem of deprecationProblems(document)) check(false, problem);
  for (const problem of uploadProblems(document, contract)) check(false, problem);
  return problems;
}
