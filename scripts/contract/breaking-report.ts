import { compare, type Breaking } from "./comparison.js";
import { OAUTH, readExceptions, releasedDocument, type Contract, type Exception } from "./released.js";

/** Rule → the effect on clients. Rules without `authdock/` belong to `redocly diff`. */
const WHY: Record<string, string> = {
  "path-removed": "Its calls are answered with 404.",
  "operation-removed": "Its calls are answered with 404 or 405.",
  "operation-id-changed": "Generated clients lose the function, and the operation needs another permission.",
  "server-removed": "Every URL that clients use is wrong.",
  "parameter-removed": "Sending it is answered with 422.",
  "parameter-became-required": "Calls without it are answered with 422.",
  "parameter-serialization-changed": "The service misreads what clients send.",
  "request-body-removed": "The service ignores what clients send.",
  "request-body-became-required": "Calls without a body are answered with 422.",
  "required-properties-added": "Calls without it are answered with 422.",
  "required-properties-removed": "Clients that read it find nothing.",
  "property-removed": "Clients that read it find nothing; sending it is answered with 422.",
  "schema-type-changed": "Valid requests are refused, or clients get values that they don't expect.",
  "schema-constraint-changed": "Valid requests are refused, or clients get values that they don't expect.",
  "schema-name-lost": "Generated types lose the name that programs use.",
  "schema-combinator-changed": "Clients get a structure that they don't know.",
  "enum-values-removed": "Sending it is answered with 422.",
  "response-removed": "Clients that rely on it never get it.",
  "response-header-removed": "Clients that read it find nothing.",
  "media-type-removed": "Clients that send or read it fail.",
  "security-requirement-changed": "Calls are answered with 401 or 403.",
  "security-scheme-changed": "Calls are answered with 401.",
  "authdock/enum-values-added": "Clients get a value that they don't know.",
  "authdock/enum-values-removed": "Clients that rely on it never get it.",
  "authdock/success-status-added": "Clients get a success that they don't know.",
  "authdock/response-header-optional": "Clients that read it find nothing.",
  "authdock/default-changed": "Calls without it get a different result.",
  "authdock/path-parameter-renamed": "The argument has another name in generated clients.",
  "authdock/tag-renamed": "Generated clients lose the class or the file with this name.",
  "authdock/field-no-longer-accepted": "Sending it is answered with 422.",
  "authdock/field-no-longer-sent": "Clients that read it find nothing.",
  "authdock/tier-tightened": "Calls are answered with 401 or 403.",
  "authdock/limit-tightened": "Calls at the documented rate are answered with 429.",
  "authdock/scope-tightened": "Calls are answered with 403.",
  "authdock/client-token-refused": "Calls are answered with 401.",
  "authdock/client-scopes-tightened":
    "Calls of applications with a token without them are answered with 403.",
  "authdock/first-party-only": "Calls with other tokens are answered with 403.",
  "authdock/unbound-tokens-only": "Calls with tokens that scopes limit are answered with 403.",
  "authdock/sunset-earlier": "Clients that planned for the announced date are late.",
  "authdock/deprecation-earlier": "Clients get less time to migrate than the dates suggest.",
};

/** The effects that differ for the OAuth2 endpoints: they ignore unknown parameters and answer 400 for the others. */
const WHY_OAUTH: Record<string, string> = {
  "operation-id-changed": "Generated clients lose the function.",
  "parameter-removed": "The service ignores it.",
  "parameter-became-required": "Calls without it are answered with 400.",
  "request-body-became-required": "Calls without a body are answered with 400.",
  "required-properties-added": "Calls without it are answered with 400.",
  "property-removed": "Clients that read it find nothing; the service ignores it in a request.",
  "enum-values-removed": "Sending it is answered with 400.",
};

const remedy = (
  file: string,
): string => `To resolve this, keep the old behaviour beside the new one. Or deprecate the operation (deprecated, x-deprecated-since,
x-sunset) and remove it after its sunset. Or release a new major version with its own path prefix. A breaking change that
can't wait, such as a security fix, is listed with its reason in ${file}:

  - change: <the line in brackets>
    reason: <the explanation for consumers>

docs/api-versioning.md lists the changes that are breaking.`;

/** The report on a contract since its last release; null when it is compatible. */
export async function breakingChangesOf(contract: Contract): Promise<string | null> {
  const base = releasedDocument(contract);
  if (base === null) {
    const command = ["npm run contract:release -- <version>", contract.argument].filter(Boolean).join(" ");
    return `${contract.sources} has no released contract to compare with. Run ${command}.`;
  }
  const { breaking } = await compare(base, contract.current(), new Date());
  const found = unaccepted(breaking, readExceptions(contract.exceptions));
  return reportOf(found, base.info.version, contract);
}

/** The breaking changes without an exception, and the exceptions without a breaking change. */
export function unaccepted(breaking: readonly Breaking[], exceptions: readonly Exception[]) {
  return {
    rejected: breaking.filter(({ id }) => !exceptions.some(({ change }) => change === id)),
    unused: exceptions.filter(({ change }) => !breaking.some(({ id }) => id === change)),
  };
}

/** The text of the report; null when there is nothing to report. */
export function reportOf(
  { rejected, unused }: ReturnType<typeof unaccepted>,
  version: string,
  contract: Contract,
): string | null {
  const { sources, exceptions } = contract;
  const why = contract.sources === OAUTH.sources ? { ...WHY, ...WHY_OAUTH } : WHY;
  const head = `Breaking changes of ${sources} since ${version}:\n`;
  const paragraphs = rejected.map((change) => paragraph(change, why));
  const parts = [
    ...(rejected.length > 0 ? [head, ...paragraphs, `${remedy(exceptions)}\n`] : []),
    ...unused.map(({ change }) => `${exceptions} has an exception without a change. Remove it: ${change}\n`),
  ];
  return parts.length > 0 ? parts.join("\n") : null;
}

const paragraph = ({ id, rule, message, where }: Breaking, why: Record<string, string>): string =>
  `  ${where}: ${message}\n    ${why[rule] ?? "Clients may fail."} (${rule})\n    [${id}]\n`;
