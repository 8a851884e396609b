import type { OperationObject, ParameterObject } from "../../src/contract/document.js";
import type { Change } from "./comparison.js";
import { partsOf } from "./pointers.js";

export type Section = "Breaking" | "Added" | "Changed" | "Deprecated" | "Removed";

export interface Entry {
  section: Section;
  text: string;
}

/** Fields and nodes that are only documentation. */
const TEXTS = ["summary", "description", "title", "example", "examples", "externalDocs", "x-displayName"];
const TEXT_NODES = ["Info", "Contact", "License", "Tag", "TagList", "Example", "ExamplesMap", "ExternalDocs"];

/** Whether the change is only the version of the contract. */
export const isVersion = ({ typeName, property }: Change): boolean =>
  typeName === "Info" && property === "version";

export const isText = ({ typeName, property }: Change): boolean =>
  TEXT_NODES.includes(typeName) || (property !== undefined && TEXTS.includes(property));

/** The changelog entries of a change. The list is empty when the entry of another change covers this one. */
export function entriesFor(change: Change, all: readonly Change[]): Entry[] {
  if (change.kind === "modified") return modified(change, all);
  const section = change.kind === "added" ? "Added" : "Removed";
  return [{ section, text: `${nodeName(change)} ${change.kind}` }];
}

const keyOf = (pointer: string): string => partsOf(pointer).pop()!;
const isField = (pointer: string): boolean => /\/properties\/[^/]+$/.test(pointer);
const side = ({ path }: Change): string =>
  path.includes("/requestBody") || path.includes("/parameters/") ? "request" : "response";

function nodeName(change: Change): string {
  const { pointer, value } = (change.revision ?? change.base)!;
  const key = keyOf(change.path);
  if (change.typeName === "Parameter") return parameter(value as ParameterObject);
  if (change.typeName === "Response") return `status ${key}`;
  if (change.typeName === "Header") return `response header \`${key}\``;
  if (change.typeName === "MediaType") return `media type \`${key}\` of the ${side(change)}`;
  if (isField(pointer)) return `field \`${keyOf(pointer)}\` of the ${side(change)}`;
  return `\`${key}\` of the ${side(change)}`;
}

const parameter = ({ name, in: location, required }: ParameterObject): string =>
  `${required === true ? "required" : "optional"} ${location} parameter \`${name}\``;

function modified(change: Change, all: readonly Change[]): Entry[] {
  const { property, base, revision } = change;
  if (property === "enum") return values(change);
  if (property === "required" && Array.isArray(base?.value ?? revision?.value)) return required(change, all);
  if (property === "deprecated") return deprecated(change, all);
  const [before, after] = [base?.value, revision?.value].map((value) =>
    value === undefined ? "none" : textOf(value),
  );
  // the entry of a new deprecation contains its dates
  if (before === "none" && /^x-(deprecated-since|sunset|deprecation-link)$/.test(property!)) return [];
  return changed(`${fieldOf(change)}\`${property!}\` changed from ${before!} to ${after!}`);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const changed = (text: string): Entry[] => [{ section: "Changed", text }];

/** The name of the changed field, as the start of the entry. */
function fieldOf(change: Change): string {
  return isField(change.path) ? `\`${keyOf(change.path)}\`: ` : "";
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const difference = (from: string[], other: string[]): string[] =>
  from.filter((value) => !other.includes(value));
const quoted = (names: string[]): string => names.map((name) => `\`${name}\``).join(", ");

function values(change: Change): Entry[] {
  const [before, after] = [listOf(change.base?.value), listOf(change.revision?.value)];
  const [added, removed] = [difference(after, before), difference(before, after)];
  return [
    ...(added.length > 0
      ? [{ section: "Added" as const, text: `${fieldOf(change)}value ${quoted(added)} added` }]
      : []),
    ...(removed.length > 0
      ? [{ section: "Removed" as const, text: `${fieldOf(change)}value ${quoted(removed)} removed` }]
      : []),
  ];
}

function required(change: Change, all: readonly Change[]): Entry[] {
  const [before, after] = [listOf(change.base?.value), listOf(change.revision?.value)];
  const schema = (change.revision ?? change.base)!.pointer.replace(/\/required$/, "");
  const isNew = (name: string): boolean =>
    all.some(
      ({ kind, revision }) => kind === "added" && revision!.pointer === `${schema}/properties/${name}`,
    );
  const gained = difference(after, before).filter((name) => !isNew(name));
  const lost = difference(before, after);
  return [
    ...(gained.length > 0 ? changed(`${quoted(gained)} is now always present`) : []),
    ...(lost.length > 0 ? changed(`${quoted(lost)} is no longer required`) : []),
  ];
}

function deprecated({ path, revision }: Change, all: readonly Change[]): Entry[] {
  if (revision?.value !== true) return changed("no longer deprecated");
  const date = (property: keyof OperationObject): unknown =>
    all.find((change) => change.path === path && change.property === property)?.revision?.value;
  const [since, sunset] = [date("x-deprecated-since"), date("x-sunset")];
  const dates = sunset === undefined ? "" : ` since ${textOf(since)}; its sunset is ${textOf(sunset)}`;
  return [{ section: "Deprecated", text: `is deprecated${dates}` }];
}
