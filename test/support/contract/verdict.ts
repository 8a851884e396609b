import type { Operation } from "../../../src/contract/operations.js";

/** What a request is authenticated with. */
export type Credential =
  | "nothing"
  | "a token from signing in"
  | "a token of /api-dock"
  | "a personal token"
  | "a personal token with selected scopes"
  | "a token of an application"
  | "a token of a client itself";

/** Everything about the sender of a request that the verdict depends on. */
export interface Caller {
  credential: Credential;
  scopes: readonly string[];
  /** The permissions of the account or of the client. */
  permissions: ReadonlySet<string>;
  /** The error code of a credential that isn't valid. */
  fault?: "unauthenticated" | "token_expired" | "token_revoked";
  /** Whether the account has a denied status. */
  isDenied?: boolean;
  /** Whether the password was entered a while ago. */
  isUnconfirmed?: boolean;
  /** Whether the account must have a second factor and hasn't set one up in time. */
  lacksFactor?: boolean;
}

/** The settings of the operator that the verdict depends on. */
export interface Rules {
  hasCatalogue: boolean;
  enforcesScopes: boolean;
}

export const ALLOWED = "allowed";
const OF_CLIENTS: readonly Credential[] = ["a token of an application", "a token of a client itself"];
const FIRST_PARTY: readonly Credential[] = ["a token from signing in", "a token of /api-dock"];

/** The answer to a caller, from the contract alone: a status with an error code, or `allowed`. */
export function verdictOf({ tier, permission, document }: Operation, caller: Caller, rules: Rules): string {
  const { security = [], "x-scope-any": any = [] } = document;
  const { credential, scopes, permissions } = caller;
  const required = (scheme: string) => security.find((entry) => scheme in entry)?.[scheme] ?? [];
  const holds = (scope: string): boolean => !rules.hasCatalogue || scopes.includes(scope);
  const isFirstParty = FIRST_PARTY.includes(credential);
  const needsOAuth2 =
    OF_CLIENTS.includes(credential) ||
    (rules.enforcesScopes && credential === "a personal token with selected scopes" && scopes.length > 0);

  // a public operation ignores the credential, but never serves a denied account
  if (tier === "public") return caller.isDenied ? "403 account_denied" : ALLOWED;
  if (caller.fault) return `401 ${caller.fault}`;
  if (credential === "nothing") return "401 unauthenticated";
  if (credential === "a token of a client itself" && !document["x-client-token"])
    return "401 unauthenticated";
  if (caller.isDenied) return "403 account_denied";
  if (!required("bearerAuth").every(holds)) return "403 insufficient_scope";
  if (any.length > 0 && !any.some(holds)) return "403 insufficient_scope";
  if (needsOAuth2 && !required("oauth2").every(holds)) return "403 insufficient_scope";
  if (document["x-unbound-token"] && needsOAuth2) return "403 first_party_only";
  if (document["x-first-party"] && !isFirstParty) return "403 first_party_only";
  if (permission !== null && !permissions.has(permission)) return "403 forbidden";
  if (caller.lacksFactor && !document["x-without-second-factor"]) return "403 two_factor_setup_required";
  if (document["x-recent-password"] && isFirstParty && caller.isUnconfirmed)
    return "423 password_confirmation_required";
  return ALLOWED;
}
