import { exampleOf, successEnvelope, type Node } from "./envelopes.js";
import { COMMON_HEADERS, header, LIMIT_HEADERS } from "./failures.js";

/** A success response in a path file. */
export interface SourceResponse {
  description: string;
  headers?: Node;
  /** What else can be done with what the response contains, such as showing it. */
  links?: Node;
  /** A response that isn't JSON, such as CSV. It has no envelope. */
  content?: Node;
  /** The schema of `data`. An array is a page of a list. Without this field `data` is empty. */
  "x-data"?: Node;
  /** The schema of `meta`, unless it is empty or the pagination of a list. */
  "x-meta"?: Node;
  /** The name for the schema of the envelope; by default `<name of the schema of data>Envelope`. */
  "x-envelope"?: string;
  /** Examples: `value` is the example of `data`, and `x-meta` the one of `meta`. */
  "x-examples"?: Record<string, SourceExample | { $ref: string }>;
}
interface SourceExample {
  summary?: string;
  value: unknown;
  "x-meta"?: Node;
}

const MESSAGES: Record<string, string> = { "200": "OK", "201": "Created" };

/** Builds the success responses of all operations and collects the schemas of their envelopes. */
export class Successes {
  readonly problems: string[] = [];
  readonly schemas: Record<string, Node> = {};
  private readonly statuses = new Map<string, string>();

  constructor(private readonly examples: Record<string, Node>) {}

  /** @param id the operationId, for error messages */
  response(id: string, status: string, source: SourceResponse): Node {
    const { description, headers, links, "x-data": data, "x-meta": meta, "x-examples": examples } = source;
    if (source.content)
      return {
        description,
        headers: { ...COMMON_HEADERS, ...LIMIT_HEADERS, ...headers },
        content: source.content,
      };
    const name = source["x-envelope"] ?? defaultName(data, meta);
    if (name === null) {
      this.problems.push(`${id} needs x-envelope at ${status}: the name for the schema of its envelope`);
      return { description };
    }
    this.addSchema(id, name, successEnvelope(data, meta));
    const isList = isListData(data);
    const sources = examples ?? (data ? {} : { empty: { value: {} } });
    const envelopes = Object.entries(sources).map(([key, example]) => [
      key,
      "$ref" in example ? this.component(id, status, example, isList) : inEnvelope(status, example, isList),
    ]);
    return {
      description,
      headers: {
        ...COMMON_HEADERS,
        ...LIMIT_HEADERS,
        ...(isList && { Link: header("PageLinks") }),
        ...headers,
      },
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          ...(envelopes.length > 0 && { examples: Object.fromEntries(envelopes) as Node }),
        },
      },
      ...(links && { links }),
    };
  }

  private addSchema(id: string, name: string, schema: Node): void {
    const first = (this.schemas[name] ??= schema);
    if (JSON.stringify(first) !== JSON.stringify(schema))
      this.problems.push(
        `${id} uses the name ${name} for an envelope that differs from the one of an earlier operation`,
      );
  }

  /** Completes an example of components/examples.yaml for the first response that refers to it. */
  private component(id: string, status: string, { $ref }: { $ref: string }, isList: boolean): Node {
    const name = $ref.split("/").pop()!;
    const known = this.statuses.get(name);
    if (known === undefined)
      this.examples[name] = inEnvelope(status, this.examples[name] as unknown as SourceExample, isList);
    else if (known !== status)
      this.problems.push(`${id} uses the example ${name} for ${status}, another operation for ${known}`);
    this.statuses.set(name, status);
    return { $ref };
  }
}

function defaultName(data: Node | undefined, meta: Node | undefined): string | null {
  if (meta) return null;
  if (!data) return "EmptyEnvelope";
  return typeof data["$ref"] === "string" ? `${data["$ref"].split("/").pop()!}Envelope` : null;
}

/** Adds the envelope to an example. */
function inEnvelope(
  status: string,
  { value, "x-meta": meta, ...rest }: SourceExample,
  isList: boolean,
): Node {
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
  next_cursor: null,
  prev_cursor: null,
});

/** A page of a list. */
export const isListData = (data: Node | undefined): boolean => data?.["type"] === "array";

/**
 * The answer to a conditional request for the version that the client has.
 * @param tag the header of the version
 */
export const notModified = (tag: Node): Node => ({
  description: "The version in `If-None-Match` is the current one. There is no body.",
  headers: { ...COMMON_HEADERS, ...LIMIT_HEADERS, ETag: tag },
});
