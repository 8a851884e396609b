import { parse } from "scim2-parse-filter";
import { attributeName, attributesIn, isObject, type Values } from "./attributes.js";
import { invalidPath, invalidValue, ScimFailure } from "./failures.js";

/** One act of a PATCH (RFC 7644, section 3.5.2) on one attribute. */
export interface PatchAct {
  op: "add" | "replace" | "remove";
  /** As `attributeName` makes it. */
  attribute: string;
  /** The `value` of the item that the path names, as in `members[value eq "…"]`. */
  item?: string;
  value: unknown;
}

/** The most operations of a request; each of them is read before any is done. */
const MAX_OPERATIONS = 1000;
const OPS: readonly string[] = ["add", "replace", "remove"];

/**
 * The acts in their order. Names of operations and attributes are read in any case, because Entra ID sends `Replace`, and without a
 * path the value is an object of attributes, as Okta sends it.
 * @throws ScimFailure
 */
export function patchActs(body: Values): PatchAct[] {
  const operations = attributesIn(body).find(([name]) => name === "operations")?.[1];
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimFailure(400, "invalidSyntax", "Operations must be a list that isn't empty.");
  if (operations.length > MAX_OPERATIONS)
    throw new ScimFailure(400, "tooMany", `A request can have ${MAX_OPERATIONS} operations.`);
  return operations.flatMap(actsOf);
}

function actsOf(operation: unknown): PatchAct[] {
  if (!isObject(operation)) throw new ScimFailure(400, "invalidSyntax", "An operation must be an object.");
  const {
    op: typed,
    path,
    value,
  } = Object.fromEntries(Object.entries(operation).map(([name, given]) => [name.toLowerCase(), given]));
  const op = typeof typed === "string" ? typed.toLowerCase() : "";
  if (!isOp(op)) throw new ScimFailure(400, "invalidSyntax", "op must be add, replace or remove.");
  if (typeof path === "string" && path !== "") return actsAt(op, path, value);
  if (path !== undefined && path !== null && path !== "") throw invalidPath(path);
  if (op === "remove") throw new ScimFailure(400, "noTarget", "remove needs a path.");
  if (!isObject(value)) throw invalidValue("Without a path, value must be an object.");
  return attributesIn(value).map(([attribute, part]) => ({ op, attribute, value: part }));
}

const isOp = (op: string): op is PatchAct["op"] => OPS.includes(op);

function actsAt(op: PatchAct["op"], path: string, value: unknown): PatchAct[] {
  const bracket = path.indexOf("[");
  if (bracket >= 0) {
    const item = itemIn(path);
    return [{ op, attribute: attributeName(path.slice(0, bracket)), ...(item !== null && { item }), value }];
  }
  const attribute = attributeName(path);
  if (attribute === "name" && isObject(value))
    return attributesIn({ name: value }).map(([name, part]) => ({ op, attribute: name, value: part }));
  return [{ op, attribute, value }];
}

/** The value in `members[value eq "…"]`; null for another filter. @throws ScimFailure */
function itemIn(path: string): string | null {
  // what follows the bracket is an attribute of the item
  const end = path.lastIndexOf("]");
  try {
    const parsed = parse(path.slice(0, end + 1));
    if (parsed.op !== "[]") throw invalidPath(path);
    const { valFilter } = parsed;
    const isValue = valFilter.op === "eq" && attributeName(valFilter.attrPath) === "value";
    return isValue && typeof valFilter.compValue === "string" ? valFilter.compValue : null;
  } catch {
    throw invalidPath(path);
  }
}
