import type { Principal, Credential } from "../../auth/guards.js";
import type { TokenRules } from "../../config/lifetimes.js";
import type { Operation } from "../../contract/operations.js";
import { tokenRequirements } from "../../contract/token-requirements.js";
import { localsOf } from "../../http/locals.js";
import type { Stage } from "../../http/stage.js";
import { ApiException } from "../envelope.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";

/**
 * Registers the middleware that checks the token of a request. `scopes` (all) and `scope` (any) apply to every token.
 * `oauth2` applies to bound tokens.
 */
export function registerTokenRequirements(registry: MiddlewareRegistry, { scopes }: TokenRules): void {
  const holds = holdsScopeIn(scopes);
  registry.register("scopes", (scopes) => requireScopes(scopes, (found) => scopes.every(holds(found))));
  registry.register("scope", (scopes) => requireScopes(scopes, (found) => scopes.some(holds(found))));
  registry.register("oauth2", (scopes) =>
    requireScopes(scopes, (found) => found.bounds === undefined || scopes.every(holds(found))),
  );
  registry.register("first-party", () => requireFirstParty);
  registry.register("unbound-token", () => rejectBoundToken);
}

/**
 * Whether the credential holds a scope. A scope that was removed from the catalogue no longer applies, even if a
 * token still holds it. A session isn't limited by scopes. While the catalogue is empty, tokens hold `*`, which
 * stands for all scopes.
 */
const holdsScopeIn =
  (catalogue: readonly string[]) =>
  ({ scopes }: Principal) =>
  (scope: string): boolean =>
    scopes === null || scopes.includes("*") || (catalogue.includes(scope) && scopes.includes(scope));

/** Whether the credential holds the scopes that the operation requires of it. */
export function holdsScopesFor(
  { document }: Pick<Operation, "document">,
  found: Principal,
  { scopes }: TokenRules,
): boolean {
  const { all, any, ofClients } = tokenRequirements(document);
  const holds = holdsScopeIn(scopes)(found);
  return (
    all.every(holds) &&
    (any.length === 0 || any.some(holds)) &&
    (found.bounds === undefined || (ofClients ?? []).every(holds))
  );
}

/**
 * Rejects tokens of pairwise clients that hold no scope of this API with 403 `insufficient_scope`. Every operation tells, or could
 * tell, the id of the account, by which two such clients would find out that they have the same user; `/oauth/userinfo` doesn't.
 * @param known the scopes that the contract asks for
 */
export function requireTokenForApi({ scopes: catalogue }: TokenRules, known: ReadonlySet<string>): Stage {
  const scopes = [...known].filter((scope) => catalogue.includes(scope));
  const holds = holdsScopeIn(catalogue);
  return requireScopes(
    scopes.length > 0 ? scopes : [...known],
    (found) => found.isPairwise !== true || found.scopes?.includes("*") === true || scopes.some(holds(found)),
  );
}

/** Rejects a token without the scopes with 403 `insufficient_scope` (RFC 6750, section 3.1). */
const requireScopes =
  (scopes: string[], isSufficient: (found: Principal) => boolean): Stage =>
  (_request, response) => {
    const found = localsOf(response).authenticated;
    if (found && !isSufficient(found)) {
      const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`;
      throw new ApiException(403, "insufficient_scope", "The token does not have the required scope.", {
        headers: { "WWW-Authenticate": challenge },
      });
    }
  };

const FIRST_PARTY: readonly Credential[] = ["session", "sign_in"];

/**
 * Accepts only sessions and tokens from signing in. Other tokens could use the operation to get more rights than they
 * were given.
 */
const requireFirstParty: Stage = (_request, response) => {
  const found = localsOf(response).authenticated;
  if (!found || !FIRST_PARTY.includes(found.credential)) throw firstPartyOnly();
};

/** Rejects bound tokens, which could otherwise create a credential that isn't limited as they are. */
const rejectBoundToken: Stage = (_request, response) => {
  const found = localsOf(response).authenticated;
  if (!found || found.bounds) throw firstPartyOnly();
};

const firstPartyOnly = (): ApiException =>
  new ApiException(403, "first_party_only", "Only a token from signing in can do this.");
