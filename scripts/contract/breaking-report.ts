import type { Breaking } from "./comparison.js";
import type { Exception } from "./released.js";

/** Rule → what happens to a client. The rules without `authdock/` are those of `redocly diff`. */
const WHY: Record<string, string> = {
  "path-removed": "Its calls are answered with 404.",
  "operation-removed": "Its calls are answered with 404 or 405.",
  "operation-id-changed": "Generated clients lose the function, and the permission is another one.",
  "server-removed": "Every address of the clients is wrong.",
  "parameter-removed": "Sending it is answered with 422.",
  "parameter-became-required": "Calls without it are answered with 422.",
  "parameter-serialization-changed": "What clients send is read as something else.",
  "request-body-removed": "What clients send is no longer read.",
  "request-body-became-required": "Calls without a body are answered with 422.",
  "required-properties-added": "Calls without it are answered with 422.",
  "required-properties-removed": "Clients that read it find nothing.",
  "property-removed": "Clients that read it find nothing; sending it is answered with 422.",
  "schema-type-changed": "What was valid is refused, or clients read what they do not expect.",
  "schema-constraint-changed": "What was valid is refused, or clients read what they do not expect.",
  "schema-name-lost": "Generated types lose the name that programs call them by.",
  "schema-combinator-changed": "Clients meet a shape that they do not know.",
  "enum-values-removed": "Sending it is answered with 422.",
  "response-removed": "Clients that wait for it never see it.",
  "response-header-removed": "Clients that read it find nothing.",
  "media-type-removed": "Clients that send or read it fail.",
  "security-requirement-changed": "Calls are answered with 401 or 403.",
  "security-scheme-changed": "Calls are answered with 401.",
  "authdock/enum-values-added": "Clients meet a value that they do not know.",
  "authdock/enum-values-removed": "Clients that wait for it never see it.",
  "authdock/success-status-added": "Clients meet a success that they do not know.",
  "authdock/response-header-optional": "Clients that read it find nothing.",
  "authdock/default-changed": "Calls that leave it out get something else.",
  "authdock/path-parameter-renamed": "Generated clients name the argument anew.",
  "authdock/tag-renamed": "Generated clients lose the class or the file that is named after it.",
  "authdock/field-no-longer-taken": "Sending it is answered with 422.",
  "authdock/field-no-longer-sent": "Clients that read it find nothing.",
  "authdock/tier-tightened": "Calls are answered with 401 or 403.",
  "authdock/limit-tightened": "Calls at the documented rate are answered with 429.",
  "authdock/scope-tightened": "Calls are answered with 403.",
  "authdock/client-token-refused": "Calls are answered with 401.",
  "authdock/client-scopes-tightened": "Calls of applications whose token lacks them are answered with 403.",
  "authdock/first-party-only": "Calls with other tokens are answered with 403.",
  "authdock/sunset-earlier": "Whoever planned with the announced day is late.",
  "authdock/deprecation-earlier": "The time to move would be shorter than it looks.",
};

const WHAT_TO_DO = `What to do: keep the old beside the new; or deprecate an operation (deprecated, x-deprecated-since, x-sunset) and
remove it after its sunset; or make a new major version with a path prefix of its own. A break that cannot wait, such
as a security fix, is named with its reason in openapi/released/exceptions.yaml:

  - change: <the line in brackets>
    reason: <what consumers are told>

docs/api-versioning.md says what counts as breaking.`;

/** What is left to complain about: breaking changes that nobody accepted, and exceptions for nothing. */
export function judge(breaking: readonly Breaking[], exceptions: readonly Exception[]) {
  return {
    refused: breaking.filter(({ id }) => !exceptions.some(({ change }) => change === id)),
    unused: exceptions.filter(({ change }) => !breaking.some(({ id }) => id === change)),
  };
}

/** Null when there is nothing to complain about. */
export function reportOf({ refused, unused }: ReturnType<typeof judge>, version: string): string | null {
  const parts = [
    ...(refused.length > 0
      ? [`Breaking since ${version}:\n`, ...refused.map(paragraph), `${WHAT_TO_DO}\n`]
      : []),
    ...unused.map(
      ({ change }) => `openapi/released/exceptions.yaml accepts what is no change; remove it: ${change}\n`,
    ),
  ];
  return parts.length > 0 ? parts.join("\n") : null;
}

const paragraph = ({ id, rule, message, where }: Breaking): string =>
  `  ${where}: ${message}\n    ${WHY[rule] ?? "Clients may fail."} (${rule})\n    [${id}]\n`;
