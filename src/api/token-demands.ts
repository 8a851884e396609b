import type { RequestHandler } from "express";
import type { Authenticated, Credential } from "../auth/guards.js";
import type { TokenRules } from "../config/lifetimes.js";
import { localsOf } from "../http/locals.js";
import { ApiException } from "./envelope.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";

/** What operations may ask of a token; two rules about scopes, which are kept apart. */
export function registerTokenDemands(registry: MiddlewareRegistry, rules: TokenRules): void {
  const { scopes: catalogue } = rules;
  const held = holdsIn(catalogue);
  registry.register("scopes", (asked) => requireScopes(asked, (found) => asked.every(held(found))));
  registry.register("scope", (asked) => requireScopes(asked, (found) => asked.some(held(found))));
  const bound: Credential[] = ["client", ...(rules.enforceScopes ? (["personal_selected"] as const) : [])];
  registry.register("oauth2", (asked) =>
    requireScopes(asked, (found) => !bound.includes(found.credential) || asked.every(held(found))),
  );
  registry.register("first-party", () => refuseOthersTokens);
}

/**
 * A scope that left the catalogue opens nothing, whoever still holds it. A session has no scopes to lack; `*` stands for
 * all of them while the catalogue is empty.
 */
const holdsIn =
  (catalogue: readonly string[]) =>
  ({ scopes }: Authenticated) =>
  (scope: string): boolean =>
    scopes === null || scopes.includes("*") || (catalogue.includes(scope) && scopes.includes(scope));

/** RFC 6750, section 3.1. */
const requireScopes =
  (asked: string[], suffices: (found: Authenticated) => boolean): RequestHandler =>
  (_request, response, next) => {
    const found = localsOf(response).authenticated;
    if (found && !suffices(found)) {
      const challenge = `Bearer error="insufficient_scope", scope="${asked.join(" ")}"`;
      throw new ApiException(403, "insufficient_scope", "The token does not have the required scope.", {
        headers: { "WWW-Authenticate": challenge },
      });
    }
    next();
  };

const FIRST_PARTY: readonly Credential[] = ["session", "sign_in"];

/** For operations by which a token could make itself more than it is: the person must have signed in here. */
const refuseOthersTokens: RequestHandler = (_request, response, next) => {
  const found = localsOf(response).authenticated;
  if (!found || !FIRST_PARTY.includes(found.credential))
    throw new ApiException(403, "first_party_only", "Sign in here to do this: the token is of another kind.");
  next();
};
