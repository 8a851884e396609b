import type { TokenRules } from "../../../config/lifetimes.js";
import { ProtocolError } from "../protocol-error.js";

/** RFC 6749, section 3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * The scopes of OpenID Connect (Core, sections 3.1.2.1, 5.4 and 11). They exist beside the operator's catalogue, only in
 * authorization and device requests, and no operation of the API requires them.
 */
export const OPENID_SCOPES = ["openid", "profile", "email", "offline_access"] as const;

/** The scope with the claims about the organisation that a token is for, and the operations that read the organisation. */
export const ORGANISATION_SCOPE = "organisation";
/** The scopes for which a token needs an organisation: the user chooses one. */
export const ORGANISATION_SCOPES: readonly string[] = [ORGANISATION_SCOPE, "organisation.write"];

export const needsOrganisation = (scopes: readonly string[]): boolean =>
  ORGANISATION_SCOPES.some((scope) => scopes.includes(scope));

/** Parses a `scope` parameter. @throws ProtocolError invalid_scope */
export function parseScope(parameter: string | undefined): string[] {
  const words = (parameter ?? "").split(" ").filter(Boolean);
  if (!words.every((word) => SCOPE_TOKEN.test(word)))
    throw new ProtocolError("invalid_scope", "The scope contains invalid characters.");
  return words;
}

/**
 * Resolves the requested scopes: only those of the catalogue, never `*`; the default scopes when none are requested.
 * Sorted, so that equal grants are equal texts.
 * @throws ProtocolError invalid_scope
 */
export const resolveScopes = (asked: readonly string[], { scopes, defaultScopes }: TokenRules): string[] =>
  resolve(asked, scopes, defaultScopes);

/** `resolveScopes` for a request that a user decides about, which can also ask for those of OpenID Connect. */
export const resolveUserScopes = (
  asked: readonly string[],
  { scopes, defaultScopes }: TokenRules,
): string[] => resolve(asked, [...scopes, ...OPENID_SCOPES], defaultScopes);

function resolve(
  asked: readonly string[],
  catalogue: readonly string[],
  defaults: readonly string[],
): string[] {
  const unknown = asked.filter((scope) => !catalogue.includes(scope));
  if (unknown.length > 0)
    throw new ProtocolError("invalid_scope", `Unknown scope: ${[...new Set(unknown)].join(" ")}`);
  return [...new Set(asked.length > 0 ? asked : defaults)].sort();
}

/**
 * The scopes that a token holds. While the catalogue is empty, every token holds `*`, which stands for all scopes,
 * unless it was issued for scopes of OpenID Connect.
 */
export const heldScopes = (stored: string[], { scopes: catalogue }: TokenRules): string[] =>
  catalogue.length > 0 || isOfOpenid(stored) ? stored : ["*"];

const isOfOpenid = (stored: readonly string[]): boolean =>
  OPENID_SCOPES.some((scope) => stored.includes(scope));
