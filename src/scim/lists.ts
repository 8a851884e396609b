import { invalidValue } from "./failures.js";

export const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;
/** More than there can be. */
const MAX_START = 2 ** 31;

/** The query of a request, as Express parses it. */
export type Query = Record<string, unknown>;

export interface Page {
  /** From 1. */
  startIndex: number;
  limit: number;
}

/** RFC 7644, section 3.4.2.4. @throws ScimFailure */
export function pageOf(query: Query): Page {
  const startIndex = integer(query, "startIndex") ?? 1;
  const count = integer(query, "count") ?? DEFAULT_PAGE;
  return {
    startIndex: Math.min(Math.max(1, startIndex), MAX_START),
    limit: Math.min(Math.max(0, count), MAX_PAGE),
  };
}

function integer(query: Query, name: string): number | undefined {
  const text = single(query, name);
  if (text === undefined || text === "") return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw invalidValue(`${name} must be an integer.`);
  return Number(text);
}

/** A parameter that is sent once. Its name is read in any case. @throws ScimFailure */
export function single(query: Query, name: string): string | undefined {
  const key = Object.keys(query).find((other) => other.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : query[key];
  if (value !== undefined && typeof value !== "string") throw invalidValue(`Send ${name} once.`);
  return value;
}

export interface Resource {
  schemas: readonly string[];
  id: string;
  meta: object;
}

/** A page of resources. @param total of all that match */
export const listResponse = (resources: readonly object[], total: number, startIndex = 1): object => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/**
 * Leaves out what the query doesn't ask for (RFC 7644, section 3.9). `id` and `schemas` are always there. Parts of an attribute
 * stand for all of it.
 */
export function attributeChoice(query: Query): (resource: Resource) => object {
  const [wanted, unwanted] = [namesIn(query, "attributes"), namesIn(query, "excludedAttributes")];
  const isSent = (name: string): boolean => {
    if (name === "id" || name === "schemas") return true;
    return wanted ? wanted.has(name.toLowerCase()) : !unwanted?.has(name.toLowerCase());
  };
  return (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => isSent(name)));
}

/** Whether the attribute is asked for. */
export const isAskedFor = (query: Query, name: string): boolean =>
  name in attributeChoice(query)({ schemas: [], id: "", meta: {}, [name]: true } as Resource);

function namesIn(query: Query, parameter: string): Set<string> | null {
  const text = single(query, parameter);
  if (text === undefined || text.trim() === "") return null;
  const names = text.split(",").map((name) => name.trim().replace(/^urn:.*:(?=[^:]*$)/i, ""));
  return new Set(names.map((name) => name.split(".")[0]!.toLowerCase()));
}
