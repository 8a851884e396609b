import type { OpenApiDocument, OperationObject, PathItem } from "./document.js";
import { METHODS } from "./operations.js";
import { mapped } from "./outline.js";
import { usedComponents } from "./reached.js";

type Entries = Record<string, unknown>;

const EXAMPLES = new Set(["example", "examples", "x-codeSamples"]);

const withoutExamples = (key: string, value: unknown): unknown => (EXAMPLES.has(key) ? undefined : value);

/** Successes without their headers. Failures have a description only, because every failure has the same form. */
const briefResponses = (responses: Entries): Entries =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { headers: _headers, content, ...rest } = response as Entries;
      return [status, Number(status) >= 400 || content === undefined ? rest : { ...rest, content }];
    }),
  );

function briefPath(item: PathItem): PathItem {
  const brief = { ...item };
  for (const method of METHODS) {
    const operation: OperationObject | undefined = item[method];
    if (operation) brief[method] = { ...operation, responses: briefResponses(operation.responses ?? {}) };
  }
  return brief;
}

/** The document without examples, code samples, headers of responses and schemas of failures: small enough for a model. */
export function briefOf(document: OpenApiDocument): OpenApiDocument {
  const bare = JSON.parse(JSON.stringify(document, withoutExamples)) as OpenApiDocument;
  const brief = {
    ...bare,
    paths: mapped(bare.paths, briefPath),
    "x-fallbacks": {},
    components: {
      ...bare.components,
      responses: mapped(bare.components["responses"] ?? {}, (response) => ({
        description: (response as Entries)["description"],
      })),
    },
  };
  return { ...brief, components: usedComponents(brief) };
}
