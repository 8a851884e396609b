import { DAY } from "../lib/clock.js";

/** A table whose rows grant access or can be exchanged for credentials. */
export interface CredentialKind {
  /** The primary key. */
  key: string;
  /** The column of the account. Bans, deletions and password resets use it. */
  owner: "user_id";
  /** How the credential ends: the row is marked in `revoked_at`, or deleted. */
  end: "revoke" | "remove";
  /** The column of the OAuth2 client that holds it; null for credentials without a client. */
  client: "client_id" | null;
  /** The column of the expiry time. */
  expiry: string;
  /** Milliseconds that an expired row is kept. */
  keepMs: number;
}

const KEPT = { expiry: "expires_at", keepMs: 30 * DAY };
const OF_CLIENT = { key: "id", owner: "user_id", end: "revoke", client: "client_id", ...KEPT } as const;
const OF_ACCOUNT = { owner: "user_id", client: null, ...KEPT } as const;

/**
 * All kinds of credentials, by table. Bans, revocations, retention and the counts of active credentials use it. A
 * test reads the schema: every table with a `user_id` must be here, or be listed in the test as no credential.
 */
export const CREDENTIAL_KINDS = {
  personal_access_tokens: { key: "id", end: "revoke", ...OF_ACCOUNT },
  oauth_access_tokens: OF_CLIENT,
  // a spent token detects theft as long as its grant can be renewed
  oauth_refresh_tokens: { ...OF_CLIENT, expiry: "family_expires_at" },
  oauth_authorization_codes: OF_CLIENT,
  oauth_device_codes: OF_CLIENT,
  two_factor_challenges: { key: "challenge_hash", end: "remove", ...OF_ACCOUNT },
  // those of guests have no account
  passkey_challenges: { key: "challenge_hash", end: "remove", ...OF_ACCOUNT, keepMs: 0 },
  // those of guests have no account
  provider_sign_ins: { key: "state_hash", end: "remove", ...OF_ACCOUNT, keepMs: 0 },
  password_resets: { key: "token_hash", end: "remove", ...OF_ACCOUNT },
  sessions: { key: "id", end: "remove", ...OF_ACCOUNT, keepMs: 0 },
} as const satisfies Record<string, CredentialKind>;

export type CredentialTable = keyof typeof CREDENTIAL_KINDS;
export const CREDENTIAL_TABLES = Object.keys(CREDENTIAL_KINDS) as CredentialTable[];

/** Tables of credentials that OAuth2 clients hold. */
export const CLIENT_CREDENTIAL_TABLES = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
] as const satisfies readonly CredentialTable[];
export type ClientCredentialTable = (typeof CLIENT_CREDENTIAL_TABLES)[number];
