import fc from "fast-check";
import type { ParameterObject } from "../../../src/contract/document.js";
import type { Operation } from "../../../src/contract/operations.js";
import { NO_ROW } from "./operations.js";

// right and wrong requests of an operation, for property tests of its validators

/** A request without its method and path. */
export interface ArbitraryRequest {
  /** The query as it is sent, without `?`. */
  query: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

const ODD_TEXTS = [
  "",
  "0",
  "-1",
  "01",
  "1.5",
  "1e999",
  "Infinity",
  "true",
  "null",
  "a b",
  "ı",
  "\u0000",
  "😀\ud800",
];
const RAW_VALUES = ["a:b", "a,b", "a=b", "[x]", "%20", "+", '{"status":"active"}', "[]", "{"];
const ODD_NAMES = [
  "unknown",
  "filter",
  "filter[unknown]",
  "filter[status",
  "a[b][c][d][e][f]",
  "page[x]",
  "constructor",
];

export const requestsOf = (operation: Operation): fc.Arbitrary<ArbitraryRequest> =>
  fc.record({
    query: queryOf(parametersIn(operation, "query")),
    params: values(parametersIn(operation, "path")).filter((params) =>
      Object.values(params).every(canBeSent),
    ),
    headers: values(parametersIn(operation, "header")).map(inLowerCase),
    body: bodyOf(operation),
  });

/** An empty part of a path has no route, and the percent-encoding has no half of a surrogate pair. */
const canBeSent = (part: string): boolean => part !== "" && part.isWellFormed();

const parametersIn = ({ document }: Operation, place: string): ParameterObject[] =>
  (document.parameters ?? []).filter((parameter) => parameter.in === place);

const queryOf = (parameters: readonly ParameterObject[]): fc.Arbitrary<string> => {
  const names = fc.constantFrom(...parameters.map(({ name }) => name), ...ODD_NAMES);
  const declared = parameters.map(({ name, schema }) => fc.tuple(fc.constant(name), rightText(schema)));
  const encoded = fc.oneof(...declared.map((pair) => ({ arbitrary: pair, weight: 3 })), {
    arbitrary: fc.tuple(names, text),
    weight: 1,
  });
  const pair = fc.oneof(
    { arbitrary: encoded.map(([name, value]) => `${name}=${encode(value)}`), weight: 5 },
    {
      arbitrary: fc.tuple(names, fc.constantFrom(...RAW_VALUES)).map(([name, value]) => `${name}=${value}`),
      weight: 1,
    },
    { arbitrary: names, weight: 1 },
  );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join("&"));
};

/** A lone surrogate can't be encoded. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const text = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string(),
  fc.string({ unit: "binary", maxLength: 5 }),
);

/** A text that is often valid for the schema. */
function rightText(schema: ParameterObject["schema"]): fc.Arbitrary<string> {
  const {
    enum: allowed,
    format,
    type,
    maxLength = 20,
  } = schema as { enum?: string[]; maxLength?: number } & typeof schema;
  if (allowed) return fc.constantFrom(...allowed);
  if (format === "uuid") return fc.constantFrom(NO_ROW, `${NO_ROW}0`);
  if (format === "date") return fc.constantFrom("2026-02-28", "2026-02-30", "2026-13-01");
  if (type === "integer") return fc.integer({ min: -2, max: 200 }).map(String);
  return fc.string({ maxLength: maxLength + 1 });
}

const values = (parameters: readonly ParameterObject[]): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, fc.oneof(rightText(schema), text)])),
    { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
  ) as fc.Arbitrary<Record<string, string>>;

const inLowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyOf({ document }: Operation): fc.Arbitrary<unknown> {
  const media = document.requestBody?.content["application/json"] as
    { examples: Record<string, { value: object }> } | undefined;
  if (!media) return fc.constant(undefined);
  const example = fc.constantFrom(...Object.values(media.examples).map(({ value }) => value));
  return fc.oneof(
    { arbitrary: example.chain((value) => changed(value)), weight: 5 },
    { arbitrary: fc.jsonValue(), weight: 1 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );
}

/** A copy of the value with up to three changes: something is missing, replaced or added. */
export const changed = <Value extends object>(value: Value): fc.Arbitrary<Value> =>
  fc.array(change, { maxLength: 3 }).map((changes) => {
    const copy = structuredClone(value);
    for (const apply of changes) apply(copy as Node);
    return copy;
  });

type Node = Record<string, unknown>;

const change: fc.Arbitrary<(root: Node) => void> = fc
  .record({
    path: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
    kind: fc.constantFrom("remove", "replace", "add"),
    key: fc.constantFrom("unknown", "id", "__proto__x", "toString"),
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), text, fc.integer()),
  })
  .map(({ path, kind, key, value }) => (root) => {
    let node = root;
    let name: string | undefined;
    for (const step of path) {
      const names = Object.keys(node);
      if (names.length === 0) break;
      name = names[step % names.length]!;
      const child = node[name];
      if (typeof child !== "object" || child === null || step % 3 === 0) break;
      node = child as Node;
      name = undefined;
    }
    if (kind === "add" || name === undefined) node[key] = value;
    else if (kind === "remove") delete node[name];
    else node[name] = value;
  });
