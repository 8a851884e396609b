import { parse, type Filter } from "scim2-parse-filter";
import { ScimFailure } from "./failures.js";
import { attributeName } from "./attributes.js";

/** A filter that a list can have: comparisons for equality with `and` and `or` between them. */
export type Equality =
  | { op: "and" | "or"; parts: readonly Equality[] }
  | { op: "eq"; /** As `attributeName` makes it. */ attribute: string; value: string | boolean };

const MAX_LENGTH = 1000;

const invalid = (message: string): ScimFailure => new ScimFailure(400, "invalidFilter", message);

/** @throws ScimFailure for another filter than of equality (RFC 7644, section 3.4.2.2) */
export function readFilter(text: string): Equality {
  if (text.length > MAX_LENGTH) throw invalid(`A filter can have ${MAX_LENGTH} characters.`);
  return equalityOf(parsed(text), null);
}

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw invalid("The filter can't be read.");
  }
}

/** @param outer the attribute that the filter is in the brackets of */
function equalityOf(filter: Filter, outer: string | null): Equality {
  if (filter.op === "and" || filter.op === "or")
    return { op: filter.op, parts: filter.filters.map((part) => equalityOf(part, outer)) };
  if (filter.op === "[]" && outer === null) return equalityOf(filter.valFilter, filter.attrPath);
  if (filter.op !== "eq") throw invalid(`The operator ${filter.op} isn't supported here: use eq, and, or.`);
  const { compValue: value } = filter;
  if (typeof value !== "string" && typeof value !== "boolean")
    throw invalid("Compare with a string or a boolean.");
  const attribute = attributeName(outer === null ? filter.attrPath : `${outer}.${filter.attrPath}`);
  return { op: "eq", attribute, value };
}
