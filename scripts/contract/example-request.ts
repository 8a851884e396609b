import type { Method } from "../../src/contract/operations.js";
import type { OperationObject } from "../../src/contract/document.js";

export interface ExampleRequest {
  method: string;
  /** Path and query below the base path, encoded. */
  target: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
}

interface Documented {
  name: string;
  in: string;
  example?: unknown;
}

/**
 * The request that the examples of an operation show: each parameter that has one, and a body by its name.
 * @param bodyName name of the body's example; the first one when it is left out
 */
export function exampleRequest(
  path: string,
  method: Method,
  operation: OperationObject,
  bodyName?: string,
): ExampleRequest {
  const parameters = ((operation.parameters ?? []) as Documented[]).filter(
    ({ example }) => example !== undefined,
  );
  const of = (place: string): [string, unknown][] =>
    parameters.filter((parameter) => parameter.in === place).map(({ name, example }) => [name, example]);
  const query = of("query").flatMap(([name, value]) => queryOf(name, value));
  const filled = of("path").reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), path);
  const body = bodyOf(operation, bodyName);
  return {
    method: method.toUpperCase(),
    target: filled + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: Object.fromEntries(of("header").map(([name, value]) => [name, String(value)])),
    ...(body ? { body } : {}),
  };
}

/** `deepObject` for objects, commas for lists: the two styles of the contract. */
function queryOf(name: string, value: unknown): string[] {
  if (Array.isArray(value))
    return [`${name}=${value.map((item) => encodeURIComponent(String(item))).join(",")}`];
  if (typeof value === "object" && value !== null)
    return Object.entries(value).map(([key, part]) => {
      // brackets mean something to curl and to shells
      return `${encodeURIComponent(`${name}[${key}]`)}=${encodeURIComponent(String(part))}`;
    });
  return [`${name}=${encodeURIComponent(String(value))}`];
}

/** The names of the examples of a body; none for an operation without one. */
export const bodyExamplesOf = (
  operation: OperationObject,
): Record<string, { value: Record<string, unknown> }> =>
  (
    operation.requestBody?.content["application/json"] as
      { examples?: Record<string, { value: Record<string, unknown> }> } | undefined
  )?.examples ?? {};

function bodyOf(operation: OperationObject, name?: string): Record<string, unknown> | undefined {
  const examples = bodyExamplesOf(operation);
  return (name === undefined ? Object.values(examples)[0] : examples[name])?.value;
}
