import type { OpenApiDocument, OperationObject } from "./document.js";

/** The security scheme for every token. */
const EVERY_TOKEN = "bearerAuth";
/** The security scheme for tokens that were issued to an OAuth2 client. */
const CLIENT_TOKENS = "oauth2";
/** A scope of RFC 6749, section 3.3, without commas, because a comma separates the parameters of a middleware. */
const SCOPE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** The requirements of an operation on a token, in addition to the permission of its account. */
export interface TokenRequirements {
  /** Every token must hold all of these scopes. */
  all: string[];
  /** Every token must hold at least one of these scopes, unless the list is empty. */
  any: string[];
  /** A token of a client must hold all of these scopes; null when client tokens aren't accepted. */
  ofClients: string[] | null;
  /** Whether only tokens from signing in are accepted. */
  isFirstParty: boolean;
  /** Whether tokens that are limited to scopes are rejected. */
  needsUnboundToken: boolean;
}

export function tokenRequirements(object: OperationObject): TokenRequirements {
  const scopesOf = (scheme: string): string[] | undefined =>
    object.security?.find((requirement) => scheme in requirement)?.[scheme];
  return {
    all: scopesOf(EVERY_TOKEN) ?? [],
    any: object["x-scope-any"] ?? [],
    ofClients: scopesOf(CLIENT_TOKENS) ?? null,
    isFirstParty: object["x-first-party"] === true,
    needsUnboundToken: object["x-unbound-token"] === true,
  };
}

/** The extensions that exclude tokens of clients. */
const WITHOUT_CLIENTS = ["x-first-party", "x-unbound-token"] as const;

const restrictionsOf = (object: OperationObject) =>
  WITHOUT_CLIENTS.filter((name) => object[name] !== undefined);

/** Whether accounts that must set up a second factor are rejected: by all operations that need a token and don't opt out. */
export const requiresSecondFactor = (object: OperationObject): boolean =>
  object["x-tier"] !== "public" && object["x-without-second-factor"] !== true;

/**
 * The middleware that checks the requirements (docs/requirements.md, "API endpoints"), in the order of
 * docs/architecture.md.
 */
export function tokenMiddleware(object: OperationObject): string[] {
  const { all, any, ofClients, isFirstParty, needsUnboundToken } = tokenRequirements(object);
  return [
    ...(all.length > 0 ? [`scopes:${all.join(",")}`] : []),
    ...(any.length > 0 ? [`scope:${any.join(",")}`] : []),
    ...(ofClients && ofClients.length > 0 ? [`oauth2:${ofClients.join(",")}`] : []),
    ...(isFirstParty ? ["first-party"] : []),
    ...(needsUnboundToken ? ["unbound-token"] : []),
  ];
}

/**
 * The mistakes in the requirements of an operation. Each text continues a sentence that starts with the operation's
 * name.
 */
export function tokenProblems(object: OperationObject, document: OpenApiDocument): string[] {
  return [
    ...(object["x-tier"] === "public" ? publicProblems(object) : protectedProblems(object)),
    ...WITHOUT_CLIENTS.filter((name) => ![undefined, true].includes(object[name])).map(
      (name) => `has an ${name} that is not true`,
    ),
    ...secondFactorProblems(object),
    ...scopeProblems(object, document),
  ];
}

function secondFactorProblems(object: OperationObject): string[] {
  const exempt = object["x-without-second-factor"] as unknown;
  if (exempt === undefined) return [];
  return exempt === true && object["x-tier"] === "auth"
    ? []
    : ["has an x-without-second-factor, which must be true and is only for the auth tier"];
}

function publicProblems({ security, ...object }: OperationObject): string[] {
  return [
    ...(security?.length === 0 ? [] : ["is public and must declare security: []"]),
    ...(object["x-scope-any"] === undefined ? [] : ["is public and cannot require a scope"]),
    ...restrictionsOf(object).map((name) => `is public and cannot be ${name}`),
  ];
}

function protectedProblems(object: OperationObject): string[] {
  const { security = [] } = object;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const problems: string[] = [];
  const check = (condition: boolean, text: string): void => void (condition || problems.push(text));
  check(schemes.includes(EVERY_TOKEN), "does not require bearerAuth");
  for (const scheme of new Set(schemes)) {
    const isKnown = [EVERY_TOKEN, CLIENT_TOKENS].includes(scheme);
    check(isKnown, `requires the unknown security scheme ${scheme}`);
    check(schemes.filter((other) => other === scheme).length === 1, `requires ${scheme} twice`);
  }
  const areSingle = security.every((requirement) => Object.keys(requirement).length === 1);
  check(areSingle, "must name one scheme in each requirement of security");
  const acceptsClients = schemes.includes(CLIENT_TOKENS);
  const [restriction, another] = restrictionsOf(object);
  if (restriction === undefined)
    check(
      acceptsClients,
      `does not declare the scopes that client tokens need (oauth2), ${WITHOUT_CLIENTS.join(" or ")}`,
    );
  else {
    check(another === undefined, `is ${restriction} and cannot be ${another}`);
    check(!acceptsClients, `is ${restriction} and cannot accept client tokens (oauth2)`);
    check(object["x-client-token"] === undefined, `is ${restriction} and cannot be x-client-token`);
  }
  return problems;
}

function scopeProblems(object: OperationObject, document: OpenApiDocument): string[] {
  const { all, any, ofClients } = tokenRequirements(object);
  const declared = declaredScopes(document);
  const malformed = [...all, ...any, ...(ofClients ?? [])].filter((scope) => !SCOPE.test(scope));
  return [
    ...malformed.map((scope) => `requires ${JSON.stringify(scope)}, which is not a valid scope`),
    ...(ofClients ?? [])
      .filter((scope) => !declared.has(scope))
      .map((scope) => `requires the scope ${scope}, which the security scheme oauth2 does not list`),
  ];
}

/** The scopes that the contract lists in its security scheme. */
export function declaredScopes({ components }: OpenApiDocument): ReadonlySet<string> {
  const scheme = components["securitySchemes"]?.[CLIENT_TOKENS] as
    { flows?: Record<string, { scopes?: Record<string, string> }> } | undefined;
  return new Set(Object.values(scheme?.flows ?? {}).flatMap(({ scopes = {} }) => Object.keys(scopes)));
}

/**
 * The scopes that operations require and that no token can hold, because the operator's catalogue doesn't contain them.
 * With an empty catalogue every token holds all scopes.
 */
export function missingScopes(
  operations: readonly { document: OperationObject }[],
  catalogue: readonly string[],
): string[] {
  if (catalogue.length === 0) return [];
  const required = operations.flatMap(({ document }) => {
    const { all, any, ofClients } = tokenRequirements(document);
    return [...all, ...any, ...(ofClients ?? [])];
  });
  return [...new Set(required)].filter((scope) => !catalogue.includes(scope)).sort();
}
