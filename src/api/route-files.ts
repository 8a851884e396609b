import type { Download } from "../http/download.js";
import { ContractError, type Operation } from "../contract/operations.js";
import { placeOf, tierOfPlace } from "../contract/places.js";
import type { Awaitable } from "../lib/awaitable.js";
import { productFile } from "../lib/product-files.js";
import { routeModules } from "./route-modules.js";

export type AnyHandlerResult = {
  status: number;
  /** Sent instead of an envelope. */
  download?: Download;
  data: object;
  meta?: object;
  message?: string;
  headers?: Record<string, string>;
};
export interface AnyHandler {
  (call: unknown): Awaitable<AnyHandlerResult>;
  /** Shows what the handler created, see `creating`. */
  show?: (call: unknown, id: string) => Promise<AnyHandlerResult>;
}
/** Route file below `v1/`, without extension (`users`, `public/authentication`) → route name → handler. */
export type RouteTable = Map<string, Record<string, AnyHandler>>;

/** Loads the `handlers` of every route file in a folder and its subfolders. */
export async function loadRouteFiles(folder = productFile("src/api/v1/")): Promise<RouteTable> {
  const modules = await routeModules(folder);
  return new Map(modules.map(([file, exported]) => [file, handlersIn(exported)]));
}

const handlersIn = (exported: { handlers?: Record<string, AnyHandler> }): Record<string, AnyHandler> =>
  exported.handlers ?? {};

/**
 * The handler of each operation, by route name.
 * @throws ContractError when an operation has no handler or two handlers, or when a handler has no operation or is in
 * the folder of another tier
 */
export function handlersOf(operations: readonly Operation[], routes: RouteTable): Map<string, AnyHandler> {
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const fileOf = new Map<string, string>();
  const found = new Map<string, AnyHandler>();
  const problems: string[] = [];
  for (const [file, handlers] of routes)
    for (const [name, handler] of Object.entries(handlers)) {
      const problem = problemOf(name, file, known.get(name), fileOf.get(name));
      if (problem !== null) problems.push(problem);
      fileOf.set(name, file);
      found.set(name, handler);
    }
  for (const { id, tier, idempotency } of operations) {
    const handler = found.get(id);
    if (!handler) problems.push(`${id} has no handler in v1/${placeOf(id, tier)}`);
    else if (idempotency === "answer" && !handler.show)
      problems.push(`${id} keeps its answers (x-idempotency), so its handler must be made with creating()`);
  }
  if (problems.length > 0) throw new ContractError(problems);
  return found;
}

function problemOf(
  name: string,
  file: string,
  operation: Operation | undefined,
  otherFile: string | undefined,
): string | null {
  if (!operation) return `the handler ${name} in v1/${file} is not an operation of the contract`;
  if (otherFile !== undefined) return `${name} has two handlers: in v1/${otherFile} and in v1/${file}`;
  const tier = tierOfPlace(file);
  if (tier !== operation.tier)
    return `the handler ${name} is in v1/${file}, which belongs to the tier ${tier}, but its x-tier is ${operation.tier}`;
  return null;
}
