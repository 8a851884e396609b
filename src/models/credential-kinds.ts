import { DAY } from "../lib/clock.js";

/** A table whose rows let their holder in, or can be exchanged for what does. */
export interface CredentialKind {
  /** The primary key. */
  key: string;
  /** The column of the account that the credential belongs to; a ban, a deletion and a password reset end it by this. */
  owner: "user_id";
  /** How it ends: the row is marked in `revoked_at`, or removed. */
  end: "revoke" | "remove";
  /** The column of the OAuth2 client that holds it; null where none does. */
  client: "client_id" | null;
  /** The column with the time of its expiry. */
  expiry: string;
  /** How long an expired row is kept, in milliseconds. */
  keepMs: number;
}

const KEPT = { expiry: "expires_at", keepMs: 30 * DAY };
const OF_CLIENT = { key: "id", owner: "user_id", end: "revoke", client: "client_id", ...KEPT } as const;
const OF_ACCOUNT = { owner: "user_id", client: null, ...KEPT } as const;

/**
 * Every kind of credential, by its table. Bans, revocations, the retention of expired rows and the counts of active
 * credentials work from this table. A test reads the schema: a table with a `user_id` is here, or is named there as no
 * credential.
 */
export const CREDENTIAL_KINDS = {
  personal_access_tokens: { key: "id", end: "revoke", ...OF_ACCOUNT },
  oauth_access_tokens: OF_CLIENT,
  // a spent one shows theft for as long as its grant can be renewed
  oauth_refresh_tokens: { ...OF_CLIENT, expiry: "family_expires_at" },
  oauth_authorization_codes: OF_CLIENT,
  oauth_device_codes: OF_CLIENT,
  two_factor_challenges: { key: "challenge_hash", end: "remove", ...OF_ACCOUNT },
  password_resets: { key: "token_hash", end: "remove", ...OF_ACCOUNT },
  sessions: { key: "id", end: "remove", ...OF_ACCOUNT, keepMs: 0 },
} as const satisfies Record<string, CredentialKind>;

export type CredentialTable = keyof typeof CREDENTIAL_KINDS;
export const CREDENTIAL_TABLES = Object.keys(CREDENTIAL_KINDS) as CredentialTable[];

/** Tables whose credentials an OAuth2 client holds. */
export const CLIENT_CREDENTIAL_TABLES = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
] as const satisfies readonly CredentialTable[];
export type ClientCredentialTable = (typeof CLIENT_CREDENTIAL_TABLES)[number];
