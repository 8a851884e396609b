import type { OpenApiDocument, OperationObject, PathItem } from "./document.js";
import { METHODS } from "./operations.js";
import { reachedFrom } from "./reached.js";

type Entries = Record<string, unknown>;
type Groups = Record<string, Entries>;

const EXAMPLES = new Set(["example", "examples", "x-codeSamples"]);

const withoutExamples = (key: string, value: unknown): unknown => (EXAMPLES.has(key) ? undefined : value);

const mapped = (object: Entries, change: (value: Entries, name: string) => Entries): Entries =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value as Entries, name)]));

/** A success without its headers; a failure has a description only, because every failure has the same form. */
function briefResponse({ headers: _headers, content, ...rest }: Entries, status: string): Entries {
  return Number(status) >= 400 || content === undefined ? rest : { ...rest, content };
}

const withBriefResponses = (operation: OperationObject): OperationObject => ({
  ...operation,
  responses: mapped(operation.responses ?? {}, briefResponse),
});

/** The document without examples, code samples, headers of responses and schemas of failures: small enough for a model. */
export function briefOf(document: OpenApiDocument): OpenApiDocument {
  const bare = JSON.parse(JSON.stringify(document, withoutExamples)) as OpenApiDocument;
  const paths = Object.fromEntries(
    Object.entries(bare.paths).map(([path, item]) => {
      const brief: PathItem = { ...item };
      for (const method of METHODS) if (item[method]) brief[method] = withBriefResponses(item[method]);
      return [path, brief];
    }),
  );
  const responses = mapped(bare.components["responses"] ?? {}, ({ description }) => ({ description }));
  const { "x-fallbacks": _fallbacks, ...rest } = bare;
  const groups: Groups = { ...bare.components, responses };
  const reached = reachedFrom(paths, groups);
  const components = mapped(groups, (members, group) =>
    group === "securitySchemes"
      ? members
      : Object.fromEntries(
          Object.entries(members).filter(([name]) => reached.has(`#/components/${group}/${name}`)),
        ),
  );
  return { ...rest, paths, components } as OpenApiDocument;
}
