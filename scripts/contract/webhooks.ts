import { EVENT_TYPES, type EventType } from "../../src/domain/audit/event-types.js";
import type { OpenApiDocument, WebhookItem } from "../../src/contract/document.js";
import { schemaOf, type Node } from "./envelopes.js";
import { SourceError } from "./source-error.js";

/** A webhook in openapi/v1/webhooks. */
interface SourceWebhook {
  summary: string;
  description: string;
  /** Whether it is sent on demand, and isn't an event. */
  "x-is-test"?: boolean;
  /** What a reader of a test needs; that of an event is in `EVENT_TYPES`. */
  "x-permission"?: string;
  /** The schema of `data`. */
  "x-data": Node;
  /** Whether `data` is null in an event that would be larger than 64 KiB. */
  "x-may-be-too-large"?: boolean;
  /** The properties of `data` that `previous` can have, or other keywords for it. Without it, `previous` is always null. */
  "x-previous"?: "every" | string[] | Node;
  /** `data`, or a value in it, is the name of an example of the API. */
  "x-example": { subject: Node; data: Node | string; previous: Node | null };
}

type Schemas = Record<string, Node>;
type Examples = Record<string, Node>;

/** Standard Webhooks: the headers that a delivery is verified with. */
const HEADERS = [
  [
    "webhook-id",
    "The id of the event. A repeated delivery has the same one.",
    { type: "string", format: "uuid" },
  ],
  [
    "webhook-timestamp",
    "When it was sent, in seconds since 1970 in UTC.",
    { type: "string", pattern: "^[0-9]+$" },
  ],
  ["webhook-signature", "The signatures, one for each secret, separated by spaces.", { type: "string" }],
] as const;

/**
 * Makes the body and the schema of each webhook from its `data` and the properties of `previous`, such as
 * `UserCreatedEvent` for `user.created`.
 * @throws SourceError for a type, apart from tests, that isn't in the schema EventType, and for one of it that has no webhook
 */
export function addWebhooks(document: OpenApiDocument, schemas: Schemas, examples: Examples): void {
  const sources = document.webhooks as unknown as Record<string, { post: SourceWebhook }> | undefined;
  if (!sources) return;
  const types = schemas["EventType"]!["enum"] as string[];
  const events = Object.keys(sources).filter((type) => !sources[type]!.post["x-is-test"]);
  const problems = [...new Set([...types, ...events])]
    .filter((type) => !types.includes(type) || !sources[type])
    .map((type) => `${type} must be both in the schema EventType and in webhooks`);
  if (problems.length > 0) throw new SourceError(problems);
  document.webhooks = Object.fromEntries(
    Object.entries(sources).map(([type, { post }]) => {
      schemas[nameOf(type)] = eventSchema(type, post, schemas);
      return [type, { post: webhookOf(type, post, examples) }];
    }),
  );
}

/** The name of the schema of a type: `UserCreatedEvent` for `user.created`. */
const nameOf = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join("")}Event`;

/** Those of the schema Event, with what `data` and `previous` are for the type. */
function eventSchema(type: string, webhook: SourceWebhook, schemas: Schemas): Node {
  const { description, "x-data": data, "x-previous": previous, "x-may-be-too-large": isLarge } = webhook;
  const properties = {
    ...(schemas["Event"]!["properties"] as Node),
    type: { type: "string", enum: [type], description: "What happened." },
    data: isLarge
      ? { anyOf: [data, { type: "null" }], description: "Null when the event would be larger than 64 KiB." }
      : data,
    previous: previousOf(previous, data, schemas),
  };
  return { ...schemas["Event"], description, properties };
}

function previousOf(previous: SourceWebhook["x-previous"], data: Node, schemas: Schemas): Node {
  // code generators make no type of "null" alone
  if (!previous)
    return {
      type: ["object", "null"],
      maxProperties: 0,
      description: "Null: nothing that the API shows was replaced.",
    };
  const source = schemas[(data["$ref"] as string).split("/").pop()!]!["properties"] as Node;
  const names = previous === "every" ? Object.keys(source) : previous;
  const rest = Array.isArray(names)
    ? { properties: Object.fromEntries(names.map((name) => [name, source[name]])) }
    : names;
  const description = "The values that have changed, before the change.";
  return { type: ["object", "null"], additionalProperties: false, description, ...rest };
}

/** Replaces the name of an example by the example. */
const withExamples = (data: unknown, examples: Examples): unknown =>
  typeof data === "string" && examples[data] ? examples[data]["value"] : data;

function webhookOf(type: string, source: SourceWebhook, examples: Examples): WebhookItem["post"] {
  const { summary, description, "x-example": example } = source;
  const { subject, data: written, previous } = example;
  const whole = withExamples(written, examples);
  const data =
    whole === written
      ? Object.fromEntries(
          Object.entries(written).map(([name, value]) => [
            name,
            name === "user" ? withExamples(value, examples) : value,
          ]),
        )
      : whole;
  const value = {
    id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d60",
    type,
    occurred_at: "2026-11-21T09:30:00.000Z",
    trace_id: "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90",
    subject,
    actor: source["x-is-test"]
      ? null
      : { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d51", name: "Grace Hopper", client: null },
    data,
    previous,
  };
  return {
    // what reading its subject takes
    "x-permission": source["x-permission"] ?? EVENT_TYPES[type as EventType].permission,
    tags: ["Events"],
    summary,
    description,
    security: [],
    parameters: HEADERS.map(([name, text, schema]) => ({
      name,
      in: "header",
      required: true,
      description: text,
      schema: { ...schema },
    })),
    requestBody: {
      required: true,
      description: "The event.",
      content: { "application/json": { schema: schemaOf(nameOf(type)), examples: { event: { value } } } },
    },
    responses: {
      "2XX": { description: "It was received. Any other answer is followed by another attempt." },
    },
  };
}
