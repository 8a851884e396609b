import type { OpenApiDocument } from "../contract/document.js";
import type { Operation } from "../contract/operations.js";
import { reachedFrom } from "../contract/reached.js";

/** A JSON Schema (2020-12). */
export type JsonSchema = Record<string, unknown>;
type Components = OpenApiDocument["components"];

const SCHEMAS = "#/components/schemas/";
const MAX_DESCRIPTION = 110;
/** What a model doesn't read. */
const LEFT_OUT = /^(x-.*|examples?|title|deprecated|contentMediaType|pattern)$/;
/** Of what the service answers, only the structure is of interest. */
const LIMITS = /^(required|additionalProperties|max.*|min.*|uniqueItems)$/;
/** Some clients reject others. */
const KNOWN_FORMATS = ["date", "date-time", "uuid", "email", "uri"];

/** `filter[search]` of the query is `search` in the argument `filter`. */
export const nestedName = (name: string): [outer: string, inner: string] | null => {
  const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
  return inner === undefined ? null : [outer!, inner];
};

/** Those that an agent can give. It keeps no copies of answers, for which `If-None-Match` asks. */
export const parametersOf = ({ document }: Operation): NonNullable<Operation["document"]["parameters"]> =>
  (document.parameters ?? []).filter(({ name }) => name !== "If-None-Match");

/** The arguments of an operation: its parameters by name, headers in snake case, and `body`. */
export function inputSchema(operation: Operation, components: Components): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const parameter of parametersOf(operation)) {
    const schema = { ...parameter.schema, ...describedBy(parameter) };
    const nested = nestedName(parameter.name);
    if (nested) {
      const group = (properties[nested[0]] ??= objectOf({})) as { properties: Record<string, JsonSchema> };
      group.properties[nested[1]] = schema;
    } else properties[argumentName(parameter.name)] = schema;
    if (parameter.required) required.push(argumentName(parameter.name));
  }
  const body = operation.document.requestBody;
  if (body) properties["body"] = body.content["application/json"]!.schema as JsonSchema;
  if (body?.required) required.push("body");
  return withDefinitions(objectOf(properties, required), components, true);
}

/** `data` and `meta` of the successes of an operation. */
export function outputSchema({ document }: Operation, components: Components): JsonSchema {
  const successes = Object.entries(document.responses ?? {}).filter(([status]) => Number(status) < 300);
  const parts = successes.flatMap(([, response]) => {
    const { content } = response as { content?: Record<string, { schema: { $ref: string } }> };
    const schema = content?.["application/json"]?.schema;
    return schema ? [partsOf(resolved(schema, components))] : [];
  });
  const schema = parts.length === 1 ? parts[0]! : { type: "object" };
  return withDefinitions(schema, components, false);
}

/** The name of the argument for a parameter: `If-Match` is `if_match`. */
export const argumentName = (name: string): string => name.toLowerCase().replaceAll("-", "_");

const objectOf = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

const describedBy = (part: object): { description?: string } => {
  const { description } = part as { description?: string };
  return description === undefined ? {} : { description };
};

const resolved = (schema: { $ref?: string }, components: Components): JsonSchema =>
  (schema.$ref?.startsWith(SCHEMAS)
    ? components["schemas"]![schema.$ref.slice(SCHEMAS.length)]
    : schema) as JsonSchema;

function partsOf(envelope: JsonSchema): JsonSchema {
  const { data, meta } = envelope["properties"] as Record<string, JsonSchema>;
  return { type: "object", properties: { data, meta }, required: ["data", "meta"] };
}

/** The schema as a model reads it, with the components that it uses: in their place, or as `$defs` if used repeatedly. */
function withDefinitions(schema: JsonSchema, components: Components, isInput: boolean): JsonSchema {
  const reached = [...reachedFrom(schema, components)].filter((address) => address.startsWith(SCHEMAS));
  const schemas = new Map(
    reached.map((address) => [address, components["schemas"]![address.slice(SCHEMAS.length)]]),
  );
  const repeated = reached.filter((address) => countOf(address, [schema, ...schemas.values()]) > 1);
  const definitions = repeated.map((address) => [address.slice(SCHEMAS.length), short(schemas.get(address))]);
  return {
    ...(short(schema) as JsonSchema),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) as JsonSchema }),
  };

  /** A copy without what a model doesn't need. Names of properties are kept, whatever they are. */
  function short(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(short);
    if (typeof node !== "object" || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined)
      return repeated.includes($ref) ? { $ref: $ref.replace(SCHEMAS, "#/$defs/") } : short(schemas.get($ref));
    return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => shortEntry(key, value)));
  }

  function shortEntry(key: string, value: unknown): [string, unknown][] {
    if (LEFT_OUT.test(key) || (!isInput && LIMITS.test(key))) return [];
    if (key === "format" && !KNOWN_FORMATS.includes(value as string)) return [];
    if (key === "description") return isInput ? [[key, firstSentence(value as string)]] : [];
    if (key === "properties" || key === "patternProperties") return [[key, eachOf(value as object, short)]];
    if (key === "enum" || key === "const" || key === "default") return [[key, value]];
    return [[key, short(value)]];
  }
}

/** How often the component is referred to. */
function countOf(address: string, nodes: unknown): number {
  if (typeof nodes !== "object" || nodes === null) return 0;
  const own = (nodes as { $ref?: unknown }).$ref === address ? 1 : 0;
  return Object.values(nodes).reduce<number>((sum, node) => sum + countOf(address, node), own);
}

const eachOf = (object: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** On one line, with filters as agents write them: `filter[search]` is `filter.search`. */
export const plainLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\bfilter\[(\w+)\]/g, "filter.$1");

function firstSentence(text: string): string {
  const line = plainLine(text);
  const sentence = /^.*?[.:](?= [A-Z`]|$)/.exec(line)?.[0] ?? line;
  return sentence.length <= MAX_DESCRIPTION ? sentence : `${sentence.slice(0, MAX_DESCRIPTION - 1)}…`;
}
