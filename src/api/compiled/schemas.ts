import type { OpenApiDocument, ParameterObject } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";

// the JSON Schemas of an operation, in the form in which express-openapi-validator compiles them

/** The key of the package for a type that is checked after a value was converted. */
export const CONVERTED_TYPE = "x-eov-type";
/** Formats whose values the package can convert. */
const CONVERTED_FORMATS = ["date", "date-time"];

/** The places of parameters in the validated data. */
const PLACES = { query: "query", header: "headers", path: "params", cookie: "cookies" } as const;

/** Query, headers and path of a request. Unlike bodies, their texts are converted to numbers. */
export function parametersSchema(parameters: readonly ParameterObject[]): object {
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
export function bodySchema({ document }: Operation): object | null {
  const content = document.requestBody?.content["application/json"];
  if (!content) return null;
  const isRequired = document.requestBody!.required === true;
  return { properties: { body: content.schema }, ...(isRequired ? { required: ["body"] } : {}) };
}

/** Status → the schema of its JSON body; null for a response without a body. */
export function responseSchemas(document: OpenApiDocument, operation: Operation): Map<number, object | null> {
  const responses = Object.entries(operation.document.responses ?? {}).map(([status, response]) => {
    const { content } = resolved(document, response as Reference & Response);
    return [Number(status), content?.["application/json"]?.schema ?? null] as const;
  });
  return new Map(responses);
}

interface Reference {
  $ref?: string;
}
interface Response {
  content?: Record<string, { schema: object }>;
}

function resolved(document: OpenApiDocument, response: Reference & Response): Response {
  const name = response.$ref?.replace("#/components/responses/", "");
  return name === undefined ? response : (document.components["responses"]![name] as Response);
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
