import { invalidPath, invalidValue } from "./failures.js";

/** The prefix of an attribute that names its schema (RFC 7644, section 3.10). */
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const ATTRIBUTE = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i;

/** The name of an attribute in lower case and without the schema, such as `name.givenname`: case doesn't matter. */
export function attributeName(path: string): string {
  const name = path.replace(CORE, "");
  // attributes of other schemas aren't kept, whatever they are
  if (/^urn:[\w:.%-]+$/i.test(name)) return name.toLowerCase();
  if (!ATTRIBUTE.test(name)) throw invalidPath(path);
  return name.toLowerCase();
}

export type Values = Record<string, unknown>;

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The attributes of an object with their names as `attributeName` makes them, those in it included: `{ Name: { givenName } }` is
 * `name.givenname`, as `{ "name.givenName" }` is. A list of pairs, because clients choose the names.
 */
export function attributesIn(value: Values): [name: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, part]) => {
    const name = attributeName(key);
    return name === "name" && isObject(part)
      ? Object.entries(part).map(([inner, text]): [string, unknown] => [attributeName(`name.${inner}`), text])
      : [[name, part] as [string, unknown]];
  });
}

/** @throws ScimFailure */
export function textOf(name: string, value: unknown): string {
  if (typeof value !== "string") throw invalidValue(`${name} must be a string.`);
  return value;
}

/** Entra ID sends `"False"` for false. @throws ScimFailure */
export function booleanOf(name: string, value: unknown): boolean {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  if (text === true || text === "true") return true;
  if (text === false || text === "false") return false;
  throw invalidValue(`${name} must be a boolean.`);
}

/** The text, or null for an attribute without a value. @throws ScimFailure when it is longer than `limit` characters */
export function optionalText(name: string, value: unknown, limit: number): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = textOf(name, value);
  if ([...text].length > limit || !text.isWellFormed() || text.includes("\0"))
    throw invalidValue(`${name} must have at most ${limit} characters.`);
  return text;
}
