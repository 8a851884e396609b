import type { OpenApiDocument, OperationObject } from "./document.js";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (text: string): boolean =>
  DATE.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);
const isHttpsUrl = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:";

const FIELDS = ["x-deprecated-since", "x-sunset", "x-deprecation-link"] as const;

/**
 * The mistakes in the deprecation of an operation. Each text continues a sentence that starts with the operation's
 * name.
 */
export function deprecationProblems(operation: OperationObject): string[] {
  const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = operation;
  const link = operation["x-deprecation-link"];
  if (deprecated !== true)
    return FIELDS.filter((field) => operation[field] !== undefined).map(
      (field) => `has ${field} and is not deprecated`,
    );
  const problems = Object.entries({ "x-deprecated-since": since, "x-sunset": sunset })
    .filter(([, date]) => !isDate(String(date)))
    .map(([field]) => `is deprecated and needs ${field}, a date such as 2026-11-21`);
  if (problems.length === 0 && sunset! <= since!)
    problems.push("has a sunset that is not after its deprecation");
  if (link !== undefined && !isHttpsUrl(link))
    problems.push("has an x-deprecation-link that is not an https URL");
  return problems;
}

/**
 * The headers of every response of a deprecated operation. The operation keeps working after its sunset, until a
 * release removes it.
 * @returns null for an operation that isn't deprecated
 * @source RFC 9745 (Deprecation), RFC 8594 (Sunset)
 */
export function deprecationHeaders(operation: OperationObject): Record<string, string> | null {
  if (operation.deprecated !== true) return null;
  const link = operation["x-deprecation-link"];
  return {
    Deprecation: `@${Date.parse(operation["x-deprecated-since"]!) / 1000}`,
    Sunset: new Date(operation["x-sunset"]!).toUTCString(),
    ...(link === undefined ? {} : { Link: `<${new URL(link).href}>; rel="deprecation"; type="text/html"` }),
  };
}

interface ResponseObject {
  headers?: Record<string, unknown>;
}

const DECLARED = {
  Deprecation: {
    description: "The date since which the operation is deprecated (RFC 9745).",
    schema: { type: "string", pattern: "^@-?[0-9]+$" },
  },
  Sunset: {
    description: "The date until which the operation is guaranteed to work (RFC 8594).",
    schema: { type: "string" },
  },
};

/**
 * Declares the deprecation headers on the responses of a deprecated operation. They are optional on a 400, because the
 * service can't match a malformed URL to an operation.
 */
export function declareDeprecation(operation: OperationObject, { components }: OpenApiDocument): void {
  if (operation.deprecated !== true) return;
  const resolved = (response: unknown): ResponseObject => {
    const { $ref } = response as { $ref?: string };
    return (
      $ref === undefined ? response : components["responses"]![$ref.split("/").pop()!]
    ) as ResponseObject;
  };
  const link = {
    description: "A page that says what to use instead (RFC 9745), beside the links of every response.",
    schema: { type: "string" },
  };
  const headers = { ...DECLARED, ...(operation["x-deprecation-link"] === undefined ? {} : { Link: link }) };
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const required = status === "400" ? {} : { required: true };
      const declared = Object.entries(headers).map(
        ([name, header]) => [name, { ...header, ...required }] as const,
      );
      const full = resolved(response);
      return [
        status,
        { ...full, headers: Object.fromEntries([...Object.entries(full.headers ?? {}), ...declared]) },
      ];
    }),
  );
}
