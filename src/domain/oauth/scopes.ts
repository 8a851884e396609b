import type { TokenRules } from "../../config/lifetimes.js";
import { ProtocolError } from "./protocol-error.js";

/** RFC 6749, section 3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

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
export function resolveScopes(asked: readonly string[], { scopes, defaultScopes }: TokenRules): string[] {
  const unknown = asked.filter((scope) => !scopes.includes(scope));
  if (unknown.length > 0)
    throw new ProtocolError("invalid_scope", `Unknown scope: ${[...new Set(unknown)].join(" ")}`);
  return [...new Set(asked.length > 0 ? asked : defaultScopes)].sort();
}
