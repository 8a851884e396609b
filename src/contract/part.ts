import type { OpenApiDocument } from "./document.js";
import { ContractError, type Operation } from "./operations.js";
import { reachedFrom } from "./reached.js";

type Components = OpenApiDocument["components"];

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * The document with these operations alone, and the components that they refer to, directly or through others.
 * @throws ContractError when a component doesn't exist
 */
export function partOf(document: OpenApiDocument, ...operations: readonly Operation[]): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const { path, method } of operations) {
    const { parameters, [method]: operation } = document.paths[path]!;
    paths[path] = { ...(parameters && { parameters }), ...paths[path], [method]: operation };
  }
  const components: Components = {};
  for (const reference of reachedFrom(paths, document.components)) {
    const { group, name, component } = componentAt(reference, document.components);
    (components[group] ??= {})[name] = component;
  }
  const { openapi, info, servers, tags } = document;
  return { openapi, info, servers, tags, paths, components, "x-fallbacks": {} };
}

function componentAt(reference: string, components: Components) {
  const [, group = "", name = ""] = REFERENCE.exec(reference) ?? [];
  const component = components[group]?.[name];
  if (component === undefined) throw new ContractError([`the reference ${reference} leads nowhere`]);
  return { group, name, component };
}
