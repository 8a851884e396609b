import type { OpenApiDocument, ParameterObject } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import { nestedFilters } from "../validation/nested-filters.js";

// the JSON Schemas of an operation, in the form in which express-openapi-validator compiles them

/** The key of the package for a type that is checked after a value was converted. */
export const CONVERTED_TYPE = "x-eov-type";
/** Formats whose values the package can convert. */
const CONVERTED_FORMATS = ["date", "date-time"];

/** The places of parameters in the validated data. */
const PLACES = { query: "query", header: "headers", path: "params", cookie: "cookies" } as const;

/** A schema of an operation, from which one validator is made. */
export interface ValidatorSchema {
  /** Operations that answer with the same response of the contract share its validator. */
  name: string;
  of: "parameters" | "body" | "response";
  schema: () => object;
}

/** Returns the source of a validator. */
export type SourceOf = (schema: ValidatorSchema) => string;

export interface OperationSchemas {
  parameters: ValidatorSchema;
  /** Null for an operation without a JSON body. */
  body: ValidatorSchema | null;
  /** Status → null for a response without a JSON body. */
  responses: ReadonlyMap<number, ValidatorSchema | null>;
}

export function operationSchemas(document: OpenApiDocument, operation: Operation): OperationSchemas {
  const { id } = operation;
  const body = bodySchema(operation);
  const parameters = (): object => parametersSchema(nestedFilters(operation.document.parameters ?? []));
  return {
    parameters: {
      name: `${id}.parameters`,
      of: "parameters",
      schema: () => withConvertedTypes(parameters()),
    },
    body: body && { name: `${id}.body`, of: "body", schema: () => withConvertedTypes(body) },
    responses: responseSchemas(document, operation),
  };
}

/** Query, headers and path of a request. Unlike bodies, their texts are converted to numbers. */
function parametersSchema(parameters: readonly ParameterObject[]): object {
  const places: Record<string, { properties?: Record<string, object>; required?: string[] }> = {
    query: {},
    headers: {},
    params: {},
    cookies: {},
  };
  for (const parameter of parameters) {
    const place = places[PLACES[parameter.in as keyof typeof PLACES]]!;
    const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    Object.assign(place, { type: "object" });
    (place.properties ??= {})[name] = parameter.schema;
    if (parameter.required) (place.required ??= []).push(name);
  }
  return { required: ["query", "headers", "params"], properties: { ...places, body: {} } };
}

/** The JSON body of a request; null for an operation without one. */
function bodySchema({ document }: Operation): object | null {
  const content = document.requestBody?.content["application/json"];
  if (!content) return null;
  const isRequired = document.requestBody!.required === true;
  return { properties: { body: content.schema }, ...(isRequired ? { required: ["body"] } : {}) };
}

function responseSchemas(
  { components }: OpenApiDocument,
  { id, document }: Operation,
): Map<number, ValidatorSchema | null> {
  const responses = Object.entries(document.responses ?? {}).map(([status, response]) => {
    const { $ref: reference, ...own } = response as Reference & Response;
    const shared = reference?.replace("#/components/responses/", "");
    const { content } = shared === undefined ? own : (components["responses"]![shared] as Response);
    const schema = content?.["application/json"]?.schema;
    const named = { name: shared ?? `${id}.${status}`, of: "response" } as const;
    return [Number(status), schema ? { ...named, schema: () => schema } : null] as const;
  });
  return new Map(responses);
}

interface Reference {
  $ref?: string;
}
interface Response {
  content?: Record<string, { schema: object }>;
}

/** The schema with the package's own key for the types that it checks later, so that errors are the same. */
export function withConvertedTypes<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(withConvertedTypes) as Node;
  if (typeof node !== "object" || node === null) return node;
  const { type, format } = node as { type?: unknown; format?: string };
  const isConverted = type === "string" && CONVERTED_FORMATS.includes(format ?? "");
  const entries = Object.entries(node).map(([key, child]) => [
    isConverted && key === "type" ? CONVERTED_TYPE : key,
    withConvertedTypes(child as unknown),
  ]);
  return Object.fromEntries(entries) as Node;
}
