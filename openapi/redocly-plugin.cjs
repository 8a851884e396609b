// The product's own lint rules for the contract. The service checks some of them again when it starts.
const TIERS = ["public", "auth", "service", "permission"];
const isError = (status) => Number(status) >= 400;
const HEADINGS = ["Who may call it", "What changes", "Errors"];
/** The description of the document explains these codes once for all operations. */
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
  "two_factor_setup_required",
];

/** What the service sends. Whoever receives it decides the rest. */
const isWebhook = ({ pointer }) => pointer.startsWith("#/webhooks/");

function OperationDeclared() {
  return {
    Operation(operation, { report, location }) {
      if (isWebhook(location)) return;
      const missing = (field, why) => report({ message: `An operation needs ${field}: ${why}.`, location });
      if (!operation.operationId) missing("operationId", "it names the route and the handler");
      if (!operation.summary) missing("summary", "the docs browser lists it");
      for (const heading of HEADINGS)
        if (!operation.description?.includes(`**${heading}:**`))
          missing(`**${heading}:** in its description`, "consumers look for it there");
      if (!TIERS.includes(operation["x-tier"])) missing("x-tier", TIERS.join(", "));
      if (!Array.isArray(operation["x-limits"])) missing("x-limits", "the limiters that apply");
      if (!operation.security) missing("security", "[] for public operations");
      // a public operation without input, such as the metadata of OAuth2, has no errors of its own
      const hasInput = operation.parameters || operation.requestBody || operation.security?.length > 0;
      if (hasInput && !Object.keys(operation.responses ?? {}).some(isError))
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

/** Several generators write the description of a response into a comment of one line. */
function ResponsesOnOneLine() {
  return {
    Response({ description = "" }, { report, location }) {
      if (description.includes("\n"))
        report({ message: "The description of a response has no line break.", location });
    },
  };
}

/** Generators such as ogen refuse `encoding` in multipart bodies. The description of a file names its types. */
function FilesWithoutEncoding() {
  return {
    MediaType({ encoding }, { report, location }) {
      if (encoding) report({ message: "A body has no encoding: describe the types of its files.", location });
    },
  };
}

const MEDIA_TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

/** The description of the JSON or of the form that a body or a response contains; undefined for other media types. */
function mediaOf({ content = {} }) {
  const type = MEDIA_TYPES.find((known) => known in content);
  return content[type];
}

/** The [name, value] pairs of the examples of a body or of a response. */
function examplesOf(holder, { resolve }) {
  const { examples = {} } = mediaOf(resolve(holder).node ?? {}) ?? {};
  return Object.entries(examples).map(([name, example]) => [name, resolve(example).node?.value]);
}

/** Every example of a failure has a code, and the description of the operation says when the code occurs. */
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
              message: `The description does not say when \`${code}\` (${status}) occurs.`,
              location,
            });
        }
    },
  };
}

/**
 * Every example of a request has a successful response with the same name, and vice versa. The forms of pages
 * (`x-page`) are answered by pages and redirects.
 */
function ExamplesPaired() {
  return {
    Operation(operation, context) {
      if (!operation.requestBody || operation["x-page"] || isWebhook(context.location)) return;
      const requests = examplesOf(operation.requestBody, context).map(([name]) => name);
      const responses = Object.entries(operation.responses ?? {})
        .filter(([status]) => !isError(status))
        .flatMap(([, response]) => examplesOf(response, context).map(([name]) => name));
      for (const name of new Set([...requests, ...responses]))
        if (!requests.includes(name) || !responses.includes(name))
          context.report({
            message: `The example ${name} needs both a request and a successful response of that name.`,
            location: context.location,
          });
    },
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A deprecated operation has the dates of its deprecation and of its sunset. */
function DeprecationDated() {
  return {
    Operation(operation, { report, location }) {
      const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = operation;
      if (deprecated !== true) {
        if (since !== undefined || sunset !== undefined)
          report({ message: "Only a deprecated operation has x-deprecated-since and x-sunset.", location });
      } else if (!DATE.test(since) || !DATE.test(sunset) || sunset <= since)
        report({
          message:
            "A deprecated operation needs x-deprecated-since and a later x-sunset, dates such as 2026-11-21.",
          location,
        });
    },
  };
}

/**
 * Some viewers of the document render HTML in descriptions. HTML in code spans is allowed, because it's shown as
 * text.
 */
function TextsWithoutMarkup() {
  return {
    any(node, { report, location }) {
      const text = typeof node?.description === "string" ? node.description : "";
      if (/<[a-z!/]/i.test(text.replace(/`[^`]*`/g, "")))
        report({ message: "A description is Markdown without HTML.", location });
    },
  };
}

/** Every value of an enum with `x-enumDescriptions` has an explanation. */
function EnumValuesExplained() {
  return {
    Schema(schema, { report, location }) {
      const explained = schema["x-enumDescriptions"];
      if (!explained) return;
      for (const value of new Set([...(schema.enum ?? []), ...Object.keys(explained)]))
        if (!schema.enum?.includes(value) || !explained[value])
          report({ message: `${value} must be in enum and have an explanation.`, location });
    },
  };
}

/** Every object schema declares whether it accepts other fields, and of which type. */
function ClosedObjects() {
  return {
    Schema(schema, { report, location }) {
      if (schema.type === "object" && schema.additionalProperties === undefined)
        report({ message: "An object schema needs additionalProperties.", location });
    },
  };
}

/** Declares the types of the product's own fields. Otherwise Redocly wouldn't resolve the references in them. */
function sourceTypes(types) {
  const extend = (type, properties) => ({ ...type, properties: { ...type.properties, ...properties } });
  return {
    ...types,
    Root: extend(types.Root, { "x-fallbacks": "Responses" }),
    Operation: extend(types.Operation, { "x-data": "Schema" }),
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
      "responses-on-one-line": ResponsesOnOneLine,
      "files-without-encoding": FilesWithoutEncoding,
      "bodies-have-examples": BodiesHaveExamples,
      "closed-objects": ClosedObjects,
      "failures-explained": FailuresExplained,
      "deprecation-dated": DeprecationDated,
      "examples-paired": ExamplesPaired,
      "texts-without-markup": TextsWithoutMarkup,
      "words-explained": EnumValuesExplained,
    },
  },
});
