import { ConfigurationError } from "./env.js";
import type { StarterKit } from "./starter-kit.js";
import { SHIPPED_SCOPES } from "./starter-kit.js";

/** The `oauth` block with all overrides applied. Lifetimes are milliseconds. */
export interface TokenRules {
  accessTokenMs: number;
  refreshTokenMs: number;
  personalTokenMs: number;
  /** How long after its own rotation the reuse of a refresh token isn't treated as theft. */
  refreshReuseGraceMs: number;
  /** The catalogue without the literal `*`; an empty one keeps the implicit `*`. */
  scopes: string[];
  /** Effective only when the catalogue isn't empty. */
  defaultScopes: string[];
  /** The operator's value of the setting `oauth.enforce_scopes`; null leaves it to the administrators. */
  enforceScopes: boolean | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Legacy keys override the others: days × 24 × 60 minutes, months × 30 days (docs/requirements.md, "Token
 * lifetimes").
 */
export function tokenRules(oauth: StarterKit["oauth"]): TokenRules {
  const minutes = oauth.access_token_days
    ? oauth.access_token_days * 24 * 60
    : (oauth.access_token_minutes ?? 60);
  const personalDays = oauth.personal_token_months
    ? oauth.personal_token_months * 30
    : (oauth.personal_token_days ?? 30);
  const scopes = (oauth.scopes ?? SHIPPED_SCOPES).filter((scope) => scope !== "*");
  const defaultScopes = scopes.length > 0 ? (oauth.default_scopes ?? []) : [];
  const unknown = defaultScopes.filter((scope) => !scopes.includes(scope));
  if (unknown.length > 0)
    throw new ConfigurationError([
      `oauth.default_scopes contains scopes that are missing from oauth.scopes, or *: ${unknown.join(", ")}`,
    ]);
  return {
    accessTokenMs: minutes * MINUTE_MS,
    refreshTokenMs: (oauth.refresh_token_days ?? 14) * DAY_MS,
    personalTokenMs: personalDays * DAY_MS,
    refreshReuseGraceMs: (oauth.refresh_reuse_grace_seconds ?? 10) * 1000,
    scopes,
    defaultScopes,
    enforceScopes: oauth.enforce_scopes ?? null,
  };
}
