/** A node of the generated document. */
export type Node = Record<string, unknown>;

const TRACE_ID = "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90";
const SERVER_ERROR = "A server error occurred.";
/** A reference to a schema. */
export const schemaOf = (name: string): Node => ({ $ref: `#/components/schemas/${name}` });
const closed = (properties: Node, required = Object.keys(properties)): Node => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

const text = { type: "string", description: "A sentence for people." };

/** A reference is described by its target. */
const described = (node: Node, description: string): Node =>
  "$ref" in node || "description" in node ? node : { ...node, description };

function envelope(success: boolean, message: Node, data: Node, meta: Node, more: Node = {}): Node {
  const properties = {
    // without `const`, which several generators can't express for a boolean
    success: { type: "boolean", description: `Always \`${success}\`.` },
    status: { type: "integer", description: "The status code of the response." },
    message,
    data: described(data, success ? "What was asked for." : "What went wrong."),
    meta: described(meta, "What else there is to know about the answer."),
    trace_id: { type: "string", format: "uuid", description: "Names this request in the log." },
  };
  return closed({ ...properties, ...more }, Object.keys(properties));
}

/** The schema of a success envelope. An array as `data` is one page of a list. */
export function successEnvelope(data: Node = schemaOf("EmptyObject"), meta?: Node): Node {
  if (data["type"] !== "array") {
    const description = "A success. What was asked for is in `data`.";
    return { description, ...envelope(true, text, data, meta ?? schemaOf("EmptyObject")) };
  }
  const items = { maxItems: 100, ...data };
  return {
    description: "A page of a list. `meta.pagination` has the cursors of its neighbours.",
    ...envelope(
      true,
      text,
      closed({ items: described(items, "The rows of the page.") }),
      meta ?? closed({ pagination: schemaOf("Pagination") }),
    ),
  };
}

/** The schema that the envelope of every failure matches. */
export const anyFailure = (): Node => ({
  ...envelope(false, text, closed({ code: schemaOf("ErrorCode") }), schemaOf("EmptyObject")),
  description: "Any failure, for programs that treat all of them alike. The responses have narrower schemas.",
});

/**
 * The schema of the envelope of a failure with one of these codes.
 * @param withErrors the codes that come with errors by field
 */
export function failureEnvelope(
  status: number,
  codes: readonly string[],
  withErrors: readonly string[] = [],
): Node {
  const code = {
    type: "string",
    description: "A stable code for programs. The schema ErrorCode explains it.",
    enum: codes,
    "x-open-enum": true,
  };
  const properties = withErrors.length > 0 ? { code, errors: schemaOf("FieldErrors") } : { code };
  const data = closed(properties, withErrors.length < codes.length ? ["code"] : undefined);
  const description = `A failure with the status ${status}. Its code is in \`data.code\`.`;
  const failure =
    status < 500
      ? envelope(false, text, data, schemaOf("EmptyObject"))
      : envelope(false, { ...text, const: SERVER_ERROR }, data, schemaOf("EmptyObject"), {
          debug: schemaOf("Debug"),
        });
  return { description, ...failure };
}

/** An example of an envelope. */
export function exampleOf(status: number, message: string, data: unknown, meta: unknown = {}): Node {
  return { success: status < 400, status, message, data, meta, trace_id: TRACE_ID };
}
