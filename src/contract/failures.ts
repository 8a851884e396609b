import type { OpenApiDocument, OperationObject } from "./document.js";
import { requiresSecondFactor, tokenRequirements } from "./token-requirements.js";

/** Status → error codes. */
export type FailureCodes = Map<number, string[]>;

/**
 * The failures that the router and its middleware can answer with. They follow from the tier, the security
 * requirements, the parameters and the body of an operation, so path files don't repeat them.
 */
export function standardFailures(object: OperationObject): FailureCodes {
  const has = (test: (parameter: Parameter) => boolean): boolean => object.parameters?.some(test) === true;
  const isPublic = object["x-tier"] === "public";
  const hasBody = object.requestBody !== undefined;
  const failures: [status: number, codes: string[]][] = [
    [400, ["malformed_request"]],
    [401, isPublic ? [] : ["unauthenticated", "token_expired", "token_revoked"]],
    [403, standardRejections(object)],
    [404, has(isId) ? ["not_found"] : []],
    [409, idempotencyConflicts(object)],
    [412, has(({ name }) => name === "If-Match") ? ["stale"] : []],
    [413, hasBody ? ["payload_too_large"] : []],
    [415, hasBody ? ["unsupported_media_type"] : []],
    [422, ["validation_failed", ...(object["x-idempotency"] ? ["idempotency_key_reused"] : [])]],
    [423, object["x-recent-password"] === true ? ["password_confirmation_required"] : []],
    [429, ["throttled"]],
    [500, ["server_error"]],
    [503, ["unavailable"]],
  ];
  return new Map(failures.filter(([, codes]) => codes.length > 0));
}

type Parameter = NonNullable<OperationObject["parameters"]>[number];

/** A value in the path that isn't listed by the contract can name something that doesn't exist. */
const isId = ({ in: place, schema }: Parameter): boolean =>
  place === "path" && !(schema && "enum" in (schema as object));

const idempotencyConflicts = ({ "x-idempotency": kind }: OperationObject): string[] => [
  ...(kind ? ["idempotency_in_progress"] : []),
  ...(kind === "secret" ? ["already_created"] : []),
];

function standardRejections(object: OperationObject): string[] {
  const { isFirstParty, needsUnboundToken } = tokenRequirements(object);
  return [
    ...(object["x-tier"] === "permission" ? ["forbidden"] : []),
    // also without a required scope: a token can be for nothing of this API
    ...(object["x-tier"] === "public" ? [] : ["insufficient_scope"]),
    ...(isFirstParty || needsUnboundToken ? ["first_party_only"] : []),
    "account_denied",
    ...(requiresSecondFactor(object) ? ["two_factor_setup_required"] : []),
    ...(isInOrganisation(object) ? ["organisation_rule_unmet"] : []),
  ];
}

/** Whether a member acts for the organisation in the path. Leaving one is an act of the person. */
const isInOrganisation = ({ parameters = [], "x-tier": tier }: OperationObject): boolean =>
  tier === "service" && parameters.some(({ name, in: place }) => place === "path" && name === "organisation");

interface Node {
  $ref?: string;
  content?: Record<string, { schema?: Node }>;
  properties?: Record<string, Node>;
  enum?: string[];
}

/** The error codes that an operation declares in the schemas of its responses. */
export function declaredFailures(
  { responses = {} }: OperationObject,
  { components }: OpenApiDocument,
): FailureCodes {
  const resolve = (node: unknown): Node | undefined => {
    const { $ref } = (node ?? {}) as Node;
    if ($ref === undefined) return node as Node | undefined;
    const [, , group, name] = $ref.split("/");
    return resolve(components[group!]?.[name!]);
  };
  const codesOf = (response: unknown): string[] => {
    const envelope = resolve(resolve(response)?.content?.["application/json"]?.schema);
    const data = resolve(envelope?.properties?.["data"]);
    return resolve(data?.properties?.["code"])?.enum ?? [];
  };
  return new Map(
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => [Number(status), codesOf(response)]),
  );
}

/** The failures that an operation can answer with: those that it declares and the standard ones. */
export function possibleFailures(object: OperationObject, document: OpenApiDocument): FailureCodes {
  const possible = declaredFailures(object, document);
  for (const [status, codes] of standardFailures(object))
    possible.set(status, [...new Set([...(possible.get(status) ?? []), ...codes])]);
  return possible;
}
