import type { OpenApiDocument, ParameterObject } from "../../contract/document.js";
import { METHODS } from "../../contract/operations.js";

const FLAT = /^filter\[(\w+)\]$/;

/**
 * The document as the validator needs it. The contract names each filter (`filter[status]`), so that every generator
 * understands it. Express parses such a query into one object, and express-openapi-validator expects one parameter for
 * it (`style: deepObject`). The query that clients send is the same in both forms.
 */
export function withNestedFilters(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const operation of METHODS.flatMap((method) => item[method] ?? []))
      if (operation.parameters) operation.parameters = nestedFilters(operation.parameters);
  return copy;
}

/** The parameters with all `filter[…]` as one object. */
export function nestedFilters(parameters: readonly ParameterObject[]): ParameterObject[] {
  const filters = parameters.filter(({ name }) => FLAT.test(name));
  if (filters.length === 0) return [...parameters];
  const properties = Object.fromEntries(filters.map(({ name, schema }) => [FLAT.exec(name)![1]!, schema]));
  const filter = {
    name: "filter",
    in: "query" as const,
    style: "deepObject",
    explode: true,
    allowReserved: true,
    schema: { type: "object", additionalProperties: false, properties },
  };
  return [...parameters.filter((parameter) => !filters.includes(parameter)), filter];
}
