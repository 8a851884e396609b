import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";
import type { Services } from "../services.js";

/** How long a sign-in at a provider, or the confirmation of a link, can take. */
export const PROVIDER_SIGN_IN_LIFETIME = 15 * MINUTE;

/** What a sign-in at a provider is for. `linking` is one that has come back, and waits for its owner to confirm. */
export type ProviderPurpose = "sign-in" | "link" | "confirmation" | "linking";

/** What was stored for the way back. Secret, so it is encrypted. */
export interface StatePayload {
  /** For the ID token and for PKCE. */
  nonce?: string;
  verifier?: string;
  /** The page to continue at. */
  next?: string | null;
  /** The account at the provider that waits to be linked. */
  subject?: string;
  email?: string;
}

export interface ProviderState {
  providerId: string;
  purpose: ProviderPurpose;
  /** The account that it is bound to; null for a guest. */
  userId: string | null;
  payload: StatePayload;
}

interface StateRow {
  browser_hash: Buffer;
  provider_id: string;
  user_id: string | null;
  purpose: ProviderPurpose;
  payload: string;
}

type StateStore = Pick<Services, "knex" | "encryption">;

const cellOf = (hash: Buffer) => ({
  table: "provider_sign_ins",
  column: "payload",
  row: hash.toString("hex"),
});

/**
 * Stores a sign-in that begins at a provider.
 * @param browser the secret of the browser's cookie; no other browser can continue
 * @returns its state; only the hash is stored
 */
export async function issueState({ knex, encryption }: StateStore, browser: string, state: ProviderState) {
  const token = randomBytes(32).toString("base64url");
  const hash = sha256(token);
  const time = now();
  await knex("provider_sign_ins").insert({
    state_hash: hash,
    browser_hash: sha256(browser),
    provider_id: state.providerId,
    user_id: state.userId,
    purpose: state.purpose,
    payload: encryption.encrypt(JSON.stringify(state.payload), cellOf(hash)),
    expires_at: time + PROVIDER_SIGN_IN_LIFETIME,
    created_at: time,
  });
  return token;
}

const activeRow = (knex: Knex, hash: Buffer) =>
  knex("provider_sign_ins")
    .where({ state_hash: hash })
    .whereNull("consumed_at")
    .where("expires_at", ">", now());

/** The state if it is active and was issued to this browser, without spending it. */
export async function findState(
  { knex, encryption }: StateStore,
  token: string,
  browser: string | undefined,
): Promise<ProviderState | null> {
  if (browser === undefined) return null;
  const hash = sha256(token);
  const row = (await activeRow(knex, hash).first()) as StateRow | undefined;
  if (!row?.browser_hash.equals(sha256(browser))) return null;
  return {
    providerId: row.provider_id,
    purpose: row.purpose,
    userId: row.user_id,
    payload: JSON.parse(encryption.decrypt(row.payload, cellOf(hash))) as StatePayload,
  };
}

/** Spends the state, in one conditional update that only one of several parallel requests wins. */
export async function claimState(
  store: StateStore,
  token: string,
  browser: string | undefined,
): Promise<ProviderState | null> {
  const state = await findState(store, token, browser);
  if (!state) return null;
  const claimed = await activeRow(store.knex, sha256(token)).update({ consumed_at: now() });
  return claimed === 1 ? state : null;
}
