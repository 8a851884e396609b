import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { HOUR, now } from "../../../src/lib/clock.js";
import { generateToken, sha256 } from "../../../src/lib/secrets.js";
import { CREDENTIAL_TABLES, type CredentialTable } from "../../../src/models/credential-kinds.js";

export type CredentialCounts = Record<CredentialTable, number>;

/** The same count for every table. */
export const ofEach = (count: number): CredentialCounts =>
  Object.fromEntries(CREDENTIAL_TABLES.map((table) => [table, count])) as CredentialCounts;

const secret = (): Buffer => sha256(generateToken(""));

/** Inserts one active credential of each kind for the account. */
export async function issueEveryCredential(knex: Knex, { id: user_id }: { id: string }): Promise<void> {
  const client_id = await oauthClient(knex);
  const times = { created_at: now(), expires_at: now() + HOUR };
  const issued = { id: uuidv7(), client_id, user_id, scopes: "[]", ...times };
  const family = { ...issued, family_id: uuidv7() };
  const rows: Record<CredentialTable, object> = {
    personal_access_tokens: {
      id: uuidv7(),
      user_id,
      name: "by hand",
      token_hash: secret(),
      scopes: "[]",
      ...times,
    },
    oauth_access_tokens: { ...family, token_hash: secret() },
    oauth_refresh_tokens: { ...family, token_hash: secret(), family_expires_at: now() + HOUR },
    oauth_authorization_codes: {
      ...family,
      code_hash: secret(),
      redirect_uri: "https://client.example.test/callback",
      code_challenge: "x".repeat(43),
    },
    oauth_device_codes: {
      ...issued,
      device_code_hash: secret(),
      user_code_hash: secret(),
      interval_seconds: 5,
    },
    sessions: {
      id: secret(),
      public_id: uuidv7(),
      user_id,
      payload: "{}",
      last_activity: now(),
      ...times,
    },
    two_factor_challenges: { challenge_hash: secret(), user_id, ...times },
    passkey_challenges: { challenge_hash: secret(), user_id, purpose: "confirmation", ...times },
    provider_sign_ins: {
      state_hash: secret(),
      browser_hash: secret(),
      provider_id: await signInProvider(knex),
      user_id,
      purpose: "link",
      payload: "{}",
      ...times,
    },
    password_resets: { token_hash: secret(), user_id, ...times },
  };
  for (const table of CREDENTIAL_TABLES) await knex(table).insert(rows[table]);
}

/** The number of active credentials of each kind that the account has. */
export async function countActiveCredentials(knex: Knex, { id }: { id: string }): Promise<CredentialCounts> {
  const counts = ofEach(0);
  for (const table of CREDENTIAL_TABLES) {
    const query = knex(table).where({ user_id: id });
    if (table.startsWith("oauth_") || table === "personal_access_tokens") void query.whereNull("revoked_at");
    counts[table] = ((await query.select("user_id")) as unknown[]).length;
  }
  return counts;
}

/** Adds a sign-in provider. @returns its id */
async function signInProvider(knex: Knex): Promise<string> {
  const id = uuidv7();
  await knex("sign_in_providers").insert({
    id,
    kind: "github",
    name: id,
    client_id: "by-hand",
    client_secret: "",
    scopes: "",
    is_enabled: true,
    allowed_domains: "[]",
    creates_accounts: false,
    created_at: now(),
    updated_at: now(),
  });
  return id;
}

/** Registers a confidential client. @returns its id */
export async function oauthClient(knex: Knex): Promise<string> {
  const id = uuidv7();
  await knex("oauth_clients").insert({
    id,
    name: "By hand",
    type: "confidential",
    secret_hash: secret(),
    grant_types: '["authorization_code","refresh_token"]',
    redirect_uris: '["https://client.example.test/callback"]',
    created_at: now(),
    updated_at: now(),
  });
  return id;
}
