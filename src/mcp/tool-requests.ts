import type { InjectOptions } from "light-my-request";
import { validate as isUuid } from "uuid";
import type { ParameterObject } from "../contract/document.js";
import type { Operation } from "../contract/operations.js";
import { argumentName, nestedName, parametersOf } from "./tool-schemas.js";

type Arguments = Readonly<Record<string, unknown>>;

/** The request to the API that the arguments of a tool describe. The API validates the values. */
export function requestOf(
  operation: Operation,
  base: string,
  given: Arguments,
): Pick<InjectOptions, "method" | "headers" | "payload"> & { url: string } {
  const { method, path, document } = operation;
  let filled = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place } of parametersOf(operation)) {
    const value = valueOf(given, name);
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(textOf(value)));
    else if (value === undefined) continue;
    else if (place === "header") headers[name] = textOf(value);
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(one));
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const hasBody = document.requestBody !== undefined && given["body"] !== undefined;
  return {
    method: method.toUpperCase() as "GET",
    url: base + filled + search,
    headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
    ...(hasBody && { payload: JSON.stringify(given["body"]) }),
  };
}

function valueOf(given: Arguments, name: string): unknown {
  const nested = nestedName(name);
  if (!nested) return own(given, argumentName(name));
  const group = own(given, nested[0]);
  return typeof group === "object" && group !== null ? own(group as Arguments, nested[1]) : undefined;
}

const own = (object: Arguments, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The arguments for the path that are missing, or with which it would be that of another operation. */
export const unusableInPath = (operation: Operation, given: Arguments): string[] =>
  parametersOf(operation).flatMap(({ name, in: place, schema }) =>
    place !== "path" || isSegment(valueOf(given, name), schema) ? [] : [name],
  );

/** `users/{user}` with `export` would be another operation. */
const isSegment = (value: unknown, { format }: ParameterObject["schema"]): boolean =>
  typeof value === "string" &&
  (format === "uuid" ? isUuid(value) : value.isWellFormed() && !["", ".", ".."].includes(value));

/** The arguments that the tool doesn't have. */
export function unknownArguments(inputSchema: Readonly<Record<string, unknown>>, given: Arguments): string[] {
  const properties = inputSchema["properties"] as Record<string, { properties?: object }>;
  return Object.entries(given).flatMap(([name, value]) => {
    const known = Object.hasOwn(properties, name) ? properties[name]! : null;
    if (known === null) return [name];
    const isGroup = name !== "body" && known.properties !== undefined;
    if (!isGroup) return [];
    if (typeof value !== "object" || value === null) return [name];
    const inner = known.properties!;
    return Object.keys(value)
      .filter((key) => !Object.hasOwn(inner, key))
      .map((key) => `${name}.${key}`);
  });
}
