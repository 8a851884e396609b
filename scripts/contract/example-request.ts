import type { Method } from "../../src/contract/operations.js";
import type { OperationObject } from "../../src/contract/document.js";

export interface ExampleRequest {
  method: string;
  /** The encoded path below the base path, with the query. */
  target: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  /** Field → name of a file, for a multipart body. */
  files?: Record<string, string>;
}

interface Documented {
  name: string;
  in: string;
  example?: unknown;
}

/**
 * Builds a request from the examples of an operation: every parameter with an example, and an example of the body.
 * @param bodyName the name of the body's example, by default the first one
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
  const examplesIn = (location: string): [string, unknown][] =>
    parameters.filter((parameter) => parameter.in === location).map(({ name, example }) => [name, example]);
  const query = examplesIn("query").map(([name, value]) => queryOf(name, value));
  const filledPath = examplesIn("path").reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  const body = bodyOf(operation, bodyName);
  const files = filesOf(operation);
  return {
    method: method.toUpperCase(),
    target: filledPath + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: Object.fromEntries(examplesIn("header").map(([name, value]) => [name, String(value)])),
    ...(body ? { body } : {}),
    ...(files ? { files } : {}),
  };
}

/** Serialises a query parameter in the style of the contract: commas between the items of a list. */
function queryOf(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value];
  // curl and shells interpret unencoded brackets
  return `${encodeURIComponent(name)}=${values.map((item) => encodeURIComponent(String(item))).join(",")}`;
}

/** Name → example of the body; empty for an operation without a body. */
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

function filesOf({ requestBody }: OperationObject): Record<string, string> | undefined {
  const media = requestBody?.content["multipart/form-data"] as
    { examples: Record<string, { value: Record<string, string> }> } | undefined;
  return media && Object.values(media.examples)[0]!.value;
}
