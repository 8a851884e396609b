import type { TokenRules } from "../config/lifetimes.js";
import type { PrincipalRow } from "../models/principals.js";
import { storedTokenKind } from "../models/token-kind.js";
import type { Credential } from "./guards.js";

/**
 * Whether the token can call only what its scopes open: that of a client, one that a bound token created and, with
 * `oauth.enforce_scopes`, a personal one with selected scopes (docs/requirements.md, "Tokens and scopes").
 */
export const isBound = (row: PrincipalRow, credential: Credential, { enforceScopes }: TokenRules): boolean =>
  credential === "client" ||
  row.parent_token_id !== null ||
  (enforceScopes && credential === "personal_selected");

export function credentialOf(
  { token_name: name, token_kind: kind, scopes_selected: selected }: PrincipalRow,
  scopes: readonly string[],
): Credential {
  if (name === null) return "client";
  if (storedTokenKind({ kind, name }) !== "personal") return "sign_in";
  // older rows don't store it: their scopes count as selected
  return (selected ?? true) && scopes.length > 0 ? "personal_selected" : "personal";
}
