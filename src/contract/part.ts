import type { OpenApiDocument } from "./document.js";
import { ContractError, type Operation } from "./operations.js";

type Components = OpenApiDocument["components"];

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * The document with this operation alone, and the components that it refers to, directly or through others.
 * @throws ContractError when a component doesn't exist
 */
export function partOf(document: OpenApiDocument, { path, method }: Operation): OpenApiDocument {
  const { parameters, [method]: operation } = document.paths[path]!;
  const item = { ...(parameters && { parameters }), [method]: operation };
  const components: Components = {};
  addReferenced(item, document.components, components);
  const { openapi, info, servers, tags } = document;
  return { openapi, info, servers, tags, paths: { [path]: item }, components, "x-fallbacks": {} };
}

/** Adds the components that the node refers to. */
function addReferenced(node: unknown, from: Components, to: Components): void {
  if (typeof node !== "object" || node === null) return;
  const { $ref, ...rest } = node as { $ref?: unknown };
  for (const child of Object.values(rest)) addReferenced(child, from, to);
  if (typeof $ref !== "string") return;
  const { group, name, component } = componentAt($ref, from);
  if (to[group]?.[name] !== undefined) return;
  (to[group] ??= {})[name] = component;
  addReferenced(component, from, to);
}

/** @throws ContractError when a reference of the document leads nowhere */
export function assertReferences({ paths, components }: OpenApiDocument): void {
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string") componentAt($ref, components);
    for (const child of Object.values(node)) visit(child);
  };
  visit({ paths, components });
}

function componentAt(reference: string, components: Components) {
  const [, group = "", name = ""] = REFERENCE.exec(reference) ?? [];
  const component = components[group]?.[name];
  if (component === undefined) throw new ContractError([`the reference ${reference} leads nowhere`]);
  return { group, name, component };
}
