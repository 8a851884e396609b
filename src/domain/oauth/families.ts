import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import type { TokenRules } from "../../config/lifetimes.js";
import { DAY, now } from "../../lib/clock.js";
import { ACCESS_TOKEN, generateToken, REFRESH_TOKEN, sha256 } from "../../lib/secrets.js";
import { endCredentials, type EndedCredentials } from "../../models/ending-credentials.js";

const TOKENS = ["oauth_access_tokens", "oauth_refresh_tokens"] as const;

/** A grant ends after this time, however often it is renewed. */
export const FAMILY_LIFETIME = 90 * DAY;

/** The fields that all tokens of one grant share. */
export interface Family {
  id: string;
  clientId: string;
  userId: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** A token in clear, which is never stored. */
export interface Issued {
  value: string;
  expiresAt: number;
}

export const newFamily = (clientId: string, userId: string, id: string = uuidv7()): Family => ({
  id,
  clientId,
  userId,
  endsAt: now() + FAMILY_LIFETIME,
});

/** Inserts an access token. The caller's transaction has locked the user and the client. */
export function issueAccessToken(
  trx: Knex.Transaction,
  { accessTokenMs }: TokenRules,
  family: Family,
  scopes: readonly string[],
): Promise<Issued> {
  return insert(trx, "oauth_access_tokens", ACCESS_TOKEN, { family, scopes, lifetimeMs: accessTokenMs });
}

/** Inserts a refresh token. The caller's transaction has locked the user and the client. */
export function issueRefreshToken(
  trx: Knex.Transaction,
  { refreshTokenMs }: TokenRules,
  family: Family,
  scopes: readonly string[],
): Promise<Issued> {
  const columns = { family_expires_at: family.endsAt };
  const token = { family, scopes, lifetimeMs: refreshTokenMs };
  return insert(trx, "oauth_refresh_tokens", REFRESH_TOKEN, token, columns);
}

async function insert(
  trx: Knex.Transaction,
  table: string,
  prefix: string,
  { family, scopes, lifetimeMs }: { family: Family; scopes: readonly string[]; lifetimeMs: number },
  columns: object = {},
): Promise<Issued> {
  const value = generateToken(prefix);
  const expiresAt = Math.min(now() + lifetimeMs, family.endsAt);
  await trx(table).insert({
    id: uuidv7(),
    client_id: family.clientId,
    user_id: family.userId,
    family_id: family.id,
    token_hash: sha256(value),
    scopes: JSON.stringify(scopes),
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
