import { exampleOf, successEnvelope, type Node } from "./envelopes.js";
import { header, LIMIT_HEADERS } from "./failures.js";

/** A success as a path file writes it. */
export interface SourceResponse {
  description: string;
  headers?: Node;
  /** The schema of `data`; an array is a page of a list. Without it `data` is empty. */
  "x-data"?: Node;
  /** The schema of `meta` where it is neither empty nor the pagination of a list. */
  "x-meta"?: Node;
  /** The name of the envelope's schema; without it `<name of the schema of data>Envelope`. */
  "x-envelope"?: string;
  /** `value` is `data`, `x-meta` is `meta`. */
  "x-examples"?: Record<string, SourceExample | { $ref: string }>;
}
interface SourceExample {
  summary?: string;
  value: unknown;
  "x-meta"?: Node;
}

const MESSAGES: Record<string, string> = { "200": "OK", "201": "Created" };

/** Writes the successes of all operations out, and collects the schemas of their envelopes. */
export class Successes {
  readonly problems: string[] = [];
  readonly schemas: Record<string, Node> = {};
  private readonly statuses = new Map<string, string>();

  constructor(private readonly examples: Record<string, Node>) {}

  /** @param id of the operation, for what is wrong */
  response(id: string, status: string, source: SourceResponse): Node {
    const { description, headers, "x-data": data, "x-meta": meta, "x-examples": examples } = source;
    const name = source["x-envelope"] ?? defaultName(data, meta);
    if (name === null) {
      this.problems.push(`${id} needs x-envelope at ${status}: the name of the schema of its envelope`);
      return { description };
    }
    this.addSchema(id, name, successEnvelope(data, meta));
    const isList = data?.["type"] === "array";
    const shown = examples ?? (data ? {} : { empty: { value: {} } });
    const wholeExamples = Object.entries(shown).map(([key, example]) => [
      key,
      "$ref" in example ? this.component(id, status, example, isList) : whole(status, example, isList),
    ]);
    return {
      description,
      headers: { "X-Request-ID": header("RequestId"), ...LIMIT_HEADERS, ...headers },
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          ...(wholeExamples.length > 0 && { examples: Object.fromEntries(wholeExamples) as Node }),
        },
      },
    };
  }

  private addSchema(id: string, name: string, schema: Node): void {
    const first = (this.schemas[name] ??= schema);
    if (JSON.stringify(first) !== JSON.stringify(schema))
      this.problems.push(`${id} uses ${name} for another envelope than the operations before it`);
  }

  /** An example of components/examples.yaml becomes whole with the first response that shows it. */
  private component(id: string, status: string, { $ref }: { $ref: string }, isList: boolean): Node {
    const name = $ref.split("/").pop()!;
    const known = this.statuses.get(name);
    if (known === undefined)
      this.examples[name] = whole(status, this.examples[name] as unknown as SourceExample, isList);
    else if (known !== status)
      this.problems.push(`${id} shows the example ${name} at ${status}, another operation at ${known}`);
    this.statuses.set(name, status);
    return { $ref };
  }
}

function defaultName(data: Node | undefined, meta: Node | undefined): string | null {
  if (meta) return null;
  if (!data) return "EmptyEnvelope";
  return typeof data["$ref"] === "string" ? `${data["$ref"].split("/").pop()!}Envelope` : null;
}

function whole(status: string, { value, "x-meta": meta, ...rest }: SourceExample, isList: boolean): Node {
  const data = isList ? { items: value } : value;
  const pages = isList ? { pagination: paginationOf((value as unknown[]).length) } : {};
  return {
    ...rest,
    value: exampleOf(Number(status), MESSAGES[status] ?? "OK", data, { ...pages, ...meta }),
  };
}

const paginationOf = (rows: number): Node => ({
  total: rows,
  per_page: 10,
  current_page: 1,
  last_page: 1,
  from: rows === 0 ? null : 1,
  to: rows === 0 ? null : rows,
});
