import { parse } from "qs";
import type { ParameterObject } from "../../contract/document.js";
import { ContractViolated } from "../validation/contract-violated.js";

export type Query = Record<string, unknown>;

/** The characters that a query parameter must percent-encode (RFC 3986, section 2.2). */
const RESERVED = /[:/?#[\]@!$&'()*+,;=]/;

/** The query parser of the service, for Express too. */
export const parseQuery = (text: string): Query => parse(text, { depth: 3, parameterLimit: 2000 }) as Query;

/**
 * Reads the query of an operation as express-openapi-validator does: `filter[…]` becomes one object and a list is split
 * at its commas. The result is not validated yet.
 * @throws ContractViolated for a value that isn't percent-encoded, an unknown parameter and an empty one
 */
export function queryReader(parameters: readonly ParameterObject[]): (text: string) => Query {
  const declared = parameters.filter((parameter) => parameter.in === "query");
  const known = new Set(declared.map(({ name }) => name));
  const encoded = declared.filter(({ allowReserved }) => !allowReserved).map(({ name }) => name);
  const lists = declared.filter(({ schema }) => schema.type === "array").map(({ name }) => name);
  const objects = declared.filter(({ style }) => style === "deepObject").map(({ name }) => name);
  return (text) => {
    const query = text === "" ? {} : withoutBrackets(parseQuery(text));
    if (text !== "") rejectReserved(text, encoded);
    for (const name of objects) query[name] = objectIn(query[name]);
    for (const name of lists)
      if (typeof query[name] === "string") query[name] = query[name] === "" ? "" : query[name].split(",");
    for (const name of Object.keys(query)) {
      if (!known.has(name)) throw violated(name, `Unknown query parameter '${name}'`);
      if (query[name] === "") throw violated(name, `Empty value found for query parameter '${name}'`);
    }
    return query;
  };
}

const violated = (name: string, message: string): ContractViolated =>
  new ContractViolated([{ path: `/query/${name}`, message }]);

/** An object that was sent as JSON, or as single members; without either, it is empty. */
function objectIn(value: unknown): unknown {
  if (!value) return {};
  try {
    return JSON.parse(value as string) as unknown; // throws for an object
  } catch {
    return value;
  }
}

/** qs keeps a bracket that isn't closed or is too deep in the name of the parameter. Such parameters are ignored. */
function withoutBrackets(query: Query): Query {
  for (const name of Object.keys(query)) if (name.includes("[")) delete query[name];
  return query;
}

/** The first declared parameter with a reserved character is rejected. */
function rejectReserved(text: string, names: readonly string[]): void {
  const sent = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    const [name = "", value] = pair.split("=");
    if (value !== undefined) sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  for (const name of names)
    if (sent.get(name)?.some((value) => RESERVED.test(value)))
      throw violated(
        name,
        `Parameter '${name}' must be url encoded. Its value may not contain reserved characters.`,
      );
}
