import type { OpenApiDocument, OperationObject } from "./document.js";

/** The scheme of every token, and the one of tokens that were issued to an OAuth2 client. */
const EVERY_TOKEN = "bearerAuth";
const TOKENS_OF_CLIENTS = "oauth2";
/** RFC 6749, section 3.3, without the comma: it separates the parameters of a middleware. */
const SCOPE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** What an operation asks of a token, beside the permissions of its account. */
export interface TokenDemands {
  /** Scopes of which every token must hold all. */
  all: string[];
  /** Scopes of which every token must hold one; empty for no such demand. */
  any: string[];
  /** Scopes of which a token of a client must hold all; null when no such token may call it. */
  ofClients: string[] | null;
  /** Whether only tokens from signing in may call it. */
  isFirstParty: boolean;
}

export function tokenDemands(object: OperationObject): TokenDemands {
  const scopesOf = (scheme: string): string[] | undefined =>
    object.security?.find((requirement) => scheme in requirement)?.[scheme];
  return {
    all: scopesOf(EVERY_TOKEN) ?? [],
    any: object["x-scope-any"] ?? [],
    ofClients: scopesOf(TOKENS_OF_CLIENTS) ?? null,
    isFirstParty: object["x-first-party"] === true,
  };
}

/** Names of middleware (docs/requirements.md, "API endpoints"), in the order of docs/architecture.md. */
export function demandMiddleware(object: OperationObject): string[] {
  const { all, any, ofClients, isFirstParty } = tokenDemands(object);
  return [
    ...(all.length > 0 ? [`scopes:${all.join(",")}`] : []),
    ...(any.length > 0 ? [`scope:${any.join(",")}`] : []),
    ...(ofClients && ofClients.length > 0 ? [`oauth2:${ofClients.join(",")}`] : []),
    ...(isFirstParty ? ["first-party"] : []),
  ];
}

/** What is wrong with the demands of an operation, as ends of sentences. */
export function demandProblems(object: OperationObject, document: OpenApiDocument): string[] {
  const mark = object["x-first-party"] as unknown;
  return [
    ...(object["x-tier"] === "public" ? publicProblems(object) : protectedProblems(object)),
    ...(mark === undefined || mark === true ? [] : ["says x-first-party, which can only be true"]),
    ...scopeProblems(object, document),
  ];
}

function publicProblems({ security, ...object }: OperationObject): string[] {
  return [
    ...(security?.length === 0 ? [] : ["is public and must say security: []"]),
    ...(object["x-scope-any"] === undefined ? [] : ["is public and cannot ask for a scope"]),
    ...(object["x-first-party"] === undefined ? [] : ["is public and cannot be x-first-party"]),
  ];
}

function protectedProblems(object: OperationObject): string[] {
  const { security = [] } = object;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const problems: string[] = [];
  const needs = (condition: boolean, text: string): void => void (condition || problems.push(text));
  needs(schemes.includes(EVERY_TOKEN), "does not ask for bearerAuth");
  for (const scheme of new Set(schemes)) {
    const isKnown = [EVERY_TOKEN, TOKENS_OF_CLIENTS].includes(scheme);
    needs(isKnown, `asks for ${scheme}, which the service does not know`);
    needs(schemes.filter((other) => other === scheme).length === 1, `asks for ${scheme} twice`);
  }
  const areAlone = security.every((requirement) => Object.keys(requirement).length === 1);
  needs(areAlone, "must name one scheme in each requirement of security");
  const forClients = schemes.includes(TOKENS_OF_CLIENTS);
  if (object["x-first-party"] === undefined)
    needs(forClients, "does not say which scopes a token of a client needs (oauth2, x-first-party)");
  else {
    needs(!forClients, "is x-first-party and cannot be open to tokens of clients (oauth2)");
    needs(object["x-client-token"] === undefined, "is x-first-party and cannot be x-client-token");
  }
  return problems;
}

function scopeProblems(object: OperationObject, document: OpenApiDocument): string[] {
  const { all, any, ofClients } = tokenDemands(object);
  const declared = declaredScopes(document);
  const malformed = [...all, ...any, ...(ofClients ?? [])].filter((scope) => !SCOPE.test(scope));
  return [
    ...malformed.map((scope) => `asks for ${JSON.stringify(scope)}, which is no scope`),
    ...(ofClients ?? [])
      .filter((scope) => !declared.has(scope))
      .map((scope) => `asks for the scope ${scope}, which the security scheme oauth2 does not list`),
  ];
}

/** The scopes that the contract explains: what they open is told by its operations alone. */
export function declaredScopes({ components }: OpenApiDocument): ReadonlySet<string> {
  const scheme = components["securitySchemes"]?.[TOKENS_OF_CLIENTS] as
    { flows?: Record<string, { scopes?: Record<string, string> }> } | undefined;
  return new Set(Object.values(scheme?.flows ?? {}).flatMap(({ scopes = {} }) => Object.keys(scopes)));
}

/** Scopes that operations ask for and no token can hold. An empty catalogue lacks none: each token holds all of them. */
export function missingScopes(
  operations: readonly { document: OperationObject }[],
  catalogue: readonly string[],
): string[] {
  if (catalogue.length === 0) return [];
  const asked = operations.flatMap(({ document }) => {
    const { all, any, ofClients } = tokenDemands(document);
    return [...all, ...any, ...(ofClients ?? [])];
  });
  return [...new Set(asked)].filter((scope) => !catalogue.includes(scope)).sort();
}
