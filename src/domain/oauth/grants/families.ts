import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import type { TokenRules } from "../../../config/lifetimes.js";
import { DAY, MINUTE, now } from "../../../lib/clock.js";
import { ACCESS_TOKEN, generateToken, REFRESH_TOKEN, sha256 } from "../../../lib/secrets.js";
import type { OrganisationRules } from "../../../models/organisations/organisation.js";
import { storedResources, type Resources } from "../tokens/resources.js";
import { endCredentials, type EndedCredentials } from "../../../models/revoke-credentials.js";

const TOKENS = ["oauth_access_tokens", "oauth_refresh_tokens"] as const;

/** A grant ends after this time, however often it is renewed. */
export const FAMILY_LIFETIME = 90 * DAY;

/** The fields that all tokens of one grant share. */
export interface TokenFamily {
  id: string;
  clientId: string;
  userId: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** What was granted. */
  resources: Resources;
  /** The organisation that the grant is for; null for none. */
  organisationId: string | null;
}

/** The plaintext token, which is never stored. */
export interface Issued {
  value: string;
  expiresAt: number;
}

/** What an access token is issued with. */
export interface NewAccessToken {
  scopes: readonly string[];
  resources: Resources;
  /** SHA-256 of the key that must come with the token (RFC 7638); null for a bearer token. */
  keyThumbprint: Buffer | null;
  /** Writes the token; without it, the token is opaque. */
  write?: ((expiresAt: number) => Promise<string>) | undefined;
}

/** @param organisation that the grant is for, whose sessions it doesn't outlive */
export const newFamily = (
  grant: Omit<TokenFamily, "endsAt">,
  organisation: Pick<OrganisationRules, "session_minutes"> | null,
): TokenFamily => {
  const minutes = organisation?.session_minutes ?? null;
  return { ...grant, endsAt: now() + (minutes === null ? FAMILY_LIFETIME : minutes * MINUTE) };
};

/** Inserts an access token. The caller's transaction has locked the user and the client. */
export function issueAccessToken(
  trx: Knex.Transaction,
  { accessTokenMs }: TokenRules,
  family: TokenFamily,
  { write = opaque(ACCESS_TOKEN), ...token }: NewAccessToken,
): Promise<Issued> {
  return insert(trx, "oauth_access_tokens", { ...token, family, lifetimeMs: accessTokenMs, write });
}

/**
 * Inserts a refresh token, which keeps the scopes and resources of the grant. The caller's transaction has locked the user and
 * the client.
 */
export function issueRefreshToken(
  trx: Knex.Transaction,
  { refreshTokenMs }: TokenRules,
  family: TokenFamily,
  token: Pick<NewAccessToken, "scopes" | "keyThumbprint">,
): Promise<Issued> {
  const columns = { family_expires_at: family.endsAt };
  const { resources } = family;
  const row = { ...token, resources, family, lifetimeMs: refreshTokenMs, write: opaque(REFRESH_TOKEN) };
  return insert(trx, "oauth_refresh_tokens", row, columns);
}

const opaque = (prefix: string) => () => Promise.resolve(generateToken(prefix));

type NewToken = Required<NewAccessToken> & { family: TokenFamily; lifetimeMs: number };

async function insert(
  trx: Knex.Transaction,
  table: string,
  { family, scopes, resources, keyThumbprint, lifetimeMs, write }: NewToken,
  columns: object = {},
): Promise<Issued> {
  const expiresAt = Math.min(now() + lifetimeMs, family.endsAt);
  const value = await write!(expiresAt);
  await trx(table).insert({
    id: uuidv7(),
    client_id: family.clientId,
    user_id: family.userId,
    organisation_id: family.organisationId,
    family_id: family.id,
    token_hash: sha256(value),
    scopes: JSON.stringify(scopes),
    resources: storedResources(resources),
    key_thumbprint: keyThumbprint,
    expires_at: expiresAt,
    created_at: now(),
    ...columns,
  });
  return { value, expiresAt };
}

/** Revokes every token of a grant. @returns table → number of active tokens revoked */
export const revokeFamily = (
  trx: Knex.Transaction,
  familyId: string,
): Promise<EndedCredentials<(typeof TOKENS)[number]>> => endCredentials(trx, TOKENS, { family_id: familyId });
