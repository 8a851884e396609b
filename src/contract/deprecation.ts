import type { OpenApiDocument, OperationObject } from "./document.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean =>
  DAY.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);
const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:";

const MARKS = ["x-deprecated-since", "x-sunset", "x-deprecation-link"] as const;

/** What is wrong with the deprecation of an operation, as the end of a sentence that begins with its name. */
export function deprecationProblems(operation: OperationObject): string[] {
  const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = operation;
  const link = operation["x-deprecation-link"];
  if (deprecated !== true)
    return MARKS.filter((mark) => operation[mark] !== undefined).map(
      (mark) => `has ${mark} and is not deprecated`,
    );
  const problems = Object.entries({ "x-deprecated-since": since, "x-sunset": sunset })
    .filter(([, day]) => !isDay(String(day)))
    .map(([mark]) => `is deprecated and needs ${mark}, a day such as 2026-11-21`);
  if (problems.length === 0 && sunset! <= since!)
    problems.push("has a sunset that is not after its deprecation");
  if (link !== undefined && !isPage(link))
    problems.push("has an x-deprecation-link that is no https address");
  return problems;
}

/**
 * The headers of every answer of a deprecated operation; null for the others. The sunset is a promise to answer until
 * then and no switch: removing the operation is a release.
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
    description: "Since when the operation is deprecated (RFC 9745).",
    schema: { type: "string", pattern: "^@-?[0-9]+$" },
  },
  Sunset: {
    description: "Until when the operation answers (RFC 8594).",
    schema: { type: "string" },
  },
};

/**
 * Declares the headers on the responses of a deprecated operation, for the published document. A 400 may be about a URL
 * that cannot be read, which then belongs to no operation: there the headers are not promised.
 */
export function declareDeprecation(operation: OperationObject, { components }: OpenApiDocument): void {
  if (operation.deprecated !== true) return;
  const resolved = (response: unknown): ResponseObject => {
    const { $ref } = response as { $ref?: string };
    return (
      $ref === undefined ? response : components["responses"]![$ref.split("/").pop()!]
    ) as ResponseObject;
  };
  const link = { description: "What to use instead (RFC 9745).", schema: { type: "string" } };
  const headers = { ...DECLARED, ...(operation["x-deprecation-link"] === undefined ? {} : { Link: link }) };
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const required = status === "400" ? {} : { required: true };
      const declared = Object.entries(headers).map(
        ([name, header]) => [name, { ...header, ...required }] as const,
      );
      const whole = resolved(response);
      return [
        status,
        { ...whole, headers: Object.fromEntries([...Object.entries(whole.headers ?? {}), ...declared]) },
      ];
    }),
  );
}
