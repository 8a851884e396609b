// The product's own rules of the contract. The service checks them again when it starts.
const TIERS = ["public", "auth", "service", "permission"];
const isError = (status) => Number(status) >= 400;
const HEADINGS = ["Who may call it", "What changes", "Errors"];
/** Every operation can answer these; the document explains them once, for all. */
const GENERAL_CODES = [
  ...[
    "malformed_request",
    "payload_too_large",
    "unsupported_media_type",
    "throttled",
    "server_error",
    "unavailable",
  ],
  ...["unauthenticated", "token_expired", "token_revoked", "account_denied", "insufficient_scope"],
];

function OperationDeclared() {
  return {
    Operation(operation, { report, location }) {
      const missing = (field, why) => report({ message: `An operation needs ${field}: ${why}.`, location });
      if (!operation.summary) missing("summary", "the docs browser lists it");
      for (const heading of HEADINGS)
        if (!operation.description?.includes(`**${heading}:**`))
          missing(`**${heading}:** in its description`, "consumers look for it there");
      if (!TIERS.includes(operation["x-tier"])) missing("x-tier", TIERS.join(", "));
      if (!Array.isArray(operation["x-limits"])) missing("x-limits", "the limiters that apply");
      if (!operation.security) missing("security", "[] for public operations");
      if (!Object.keys(operation.responses ?? {}).some(isError))
        missing("error responses", "every status is declared");
    },
  };
}

function BodiesHaveExamples() {
  return {
    MediaType(media, { report, location }) {
      if (!media.examples && media.example === undefined)
        report({ message: "A body needs an example.", location });
    },
  };
}

/** The examples of a body, of a response, by name. */
const examplesOf = (holder, { resolve }) =>
  Object.entries(resolve(holder).node?.content?.["application/json"]?.examples ?? {}).map(
    ([name, example]) => [name, resolve(example).node?.value],
  );

/** What an operation can answer is what its examples show, and what its description explains. */
function FailuresExplained() {
  return {
    Operation(operation, context) {
      const { report, location } = context;
      const description = operation.description?.replace(/\s+/g, " ");
      for (const [status, response] of Object.entries(operation.responses ?? {}).filter(([status]) =>
        isError(status),
      ))
        for (const [name, value] of examplesOf(response, context)) {
          const code = value?.data?.code;
          if (!code) report({ message: `The example ${name} of ${status} has no data.code.`, location });
          else if (!GENERAL_CODES.includes(code) && !description?.includes(`\`${code}\` (${status})`))
            report({
              message: `The description does not say when \`${code}\` (${status}) is answered.`,
              location,
            });
        }
    },
  };
}

/** Examples are worked ones: each request shows, under the same name, what it is answered with. */
function ExamplesPaired() {
  return {
    Operation(operation, context) {
      if (!operation.requestBody) return;
      const sent = examplesOf(operation.requestBody, context).map(([name]) => name);
      const answered = Object.entries(operation.responses ?? {})
        .filter(([status]) => !isError(status))
        .flatMap(([, response]) => examplesOf(response, context).map(([name]) => name));
      for (const name of new Set([...sent, ...answered]))
        if (!sent.includes(name) || !answered.includes(name))
          context.report({
            message: `The example ${name} needs both a request and a successful response of that name.`,
            location: context.location,
          });
    },
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whoever is told that an operation goes is told since when it is meant to, and until when it answers. */
function DeprecationDated() {
  return {
    Operation(operation, { report, location }) {
      const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = operation;
      if (deprecated !== true) {
        if (since !== undefined || sunset !== undefined)
          report({ message: "Only a deprecated operation has x-deprecated-since and x-sunset.", location });
      } else if (!DAY.test(since) || !DAY.test(sunset) || sunset <= since)
        report({
          message:
            "A deprecated operation needs x-deprecated-since and a later x-sunset, days such as 2026-11-21.",
          location,
        });
    },
  };
}

/** Some readers of the document show markup as what it says; code spans are text. */
function TextsWithoutMarkup() {
  return {
    any(node, { report, location }) {
      const text = typeof node?.description === "string" ? node.description : "";
      if (/<[a-z!/]/i.test(text.replace(/`[^`]*`/g, "")))
        report({ message: "A description is Markdown without HTML.", location });
    },
  };
}

/** Consumers are told what every word means. */
function WordsExplained() {
  return {
    Schema(schema, { report, location }) {
      const explained = schema["x-enumDescriptions"];
      if (!explained) return;
      for (const word of new Set([...(schema.enum ?? []), ...Object.keys(explained)]))
        if (!schema.enum?.includes(word) || !explained[word])
          report({ message: `${word} needs a place in enum and an explanation.`, location });
    },
  };
}

/** An object schema says which fields it has, or of what kind its values are. */
function ClosedObjects() {
  return {
    Schema(schema, { report, location }) {
      if (schema.type === "object" && schema.additionalProperties === undefined)
        report({ message: "An object schema needs additionalProperties.", location });
    },
  };
}

/** Our fields that hold references: without their types, what they refer to would be neither resolved nor in use. */
function sourceTypes(types) {
  const extend = (type, properties) => ({ ...type, properties: { ...type.properties, ...properties } });
  return {
    ...types,
    Root: extend(types.Root, { "x-failure": "Schema", "x-fallbacks": "Responses" }),
    Response: extend(types.Response, {
      "x-data": "Schema",
      "x-meta": "Schema",
      "x-examples": "ExamplesMap",
    }),
  };
}

module.exports = () => ({
  id: "authdock",
  typeExtension: { oas3: sourceTypes },
  rules: {
    oas3: {
      "operation-declared": OperationDeclared,
      "bodies-have-examples": BodiesHaveExamples,
      "closed-objects": ClosedObjects,
      "failures-explained": FailuresExplained,
      "deprecation-dated": DeprecationDated,
      "examples-paired": ExamplesPaired,
      "texts-without-markup": TextsWithoutMarkup,
      "words-explained": WordsExplained,
    },
  },
});
