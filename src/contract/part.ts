import type { OpenApiDocument } from "./document.js";
import { ContractError, type Operation } from "./operations.js";
import { reachedFrom } from "./reached.js";

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
  for (const reference of reachedFrom(item, document.components)) {
    const { group, name, component } = componentAt(reference, document.components);
    (components[group] ??= {})[name] = component;
  }
  const { openapi, info, servers, tags } = document;
  return { openapi, info, servers, tags, paths: { [path]: item }, components, "x-fallbacks": {} };
}

function componentAt(reference: string, components: Components) {
  const [, group = "", name = ""] = REFERENCE.exec(reference) ?? [];
  const component = components[group]?.[name];
  if (component === undefined) throw new ContractError([`the reference ${reference} leads nowhere`]);
  return { group, name, component };
}
