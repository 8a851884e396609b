import type { Knex } from "knex";
import type { TokenRules } from "../../../config/lifetimes.js";
import { now } from "../../../lib/clock.js";
import { isWellFormedToken, REFRESH_TOKEN, sha256 } from "../../../lib/secrets.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import type { User } from "../../../models/user.js";
import { recordActivity } from "../../audit/record.js";
import { linkTo } from "../../mail/links.js";
import { queueNotice } from "../../mail/notices.js";
import type { Context } from "../../context.js";
import { revokeFamily, type TokenFamily } from "./families.js";
import { lockUserAndClient } from "../clients/client-locks.js";
import { ErrorThatCommits, ProtocolError } from "../protocol-error.js";
import { readResources } from "../tokens/resources.js";

interface RefreshRow {
  id: string;
  client_id: string;
  user_id: string;
  organisation_id: string | null;
  family_id: string;
  scopes: string;
  resources: string | null;
  key_thumbprint: Buffer | null;
  family_expires_at: number;
  expires_at: number;
  rotated_at: number | null;
  revoked_at: number | null;
}

/** A refresh token that can be exchanged. */
export interface ActiveRefreshToken {
  id: string;
  family: TokenFamily;
  /** The scopes of the whole grant. A narrower access token doesn't narrow later requests. */
  scopes: string[];
  /** SHA-256 of the key to which the token of a public client is bound; null for none. */
  keyThumbprint: Buffer | null;
}

const unusable = (): ProtocolError =>
  new ProtocolError(
    "invalid_grant",
    "The refresh token is unknown, expired, already used or issued to another client.",
  );

/**
 * Locks the account and validates the refresh token. The reuse of a spent token revokes its whole family, unless it
 * was spent a moment ago, when the client only sent it twice (RFC 9700, section 4.14.2).
 * @throws ProtocolError invalid_grant
 */
export async function takeRefreshToken(
  context: Context,
  client: RegisteredClient,
  value: string,
): Promise<ActiveRefreshToken> {
  const { services, trx } = context;
  if (!isWellFormedToken(value, REFRESH_TOKEN)) throw unusable();
  const find = () =>
    trx("oauth_refresh_tokens")
      .where({ token_hash: sha256(value), client_id: client.id })
      .first() as Promise<RefreshRow | undefined>;
  const found = await find();
  if (!found) throw unusable();
  const { user } = await lockUserAndClient(trx, found.user_id, client.id, found.organisation_id);
  const row = (await find())!; // read again under the lock
  if (row.revoked_at !== null) throw unusable();
  if (row.rotated_at !== null) {
    if (now() - row.rotated_at > services.config.tokens.refreshReuseGraceMs)
      await endReused(context, client, user, row.family_id);
    throw new ProtocolError("invalid_grant", "The refresh token was used a moment ago.");
  }
  if (row.expires_at <= now() || row.family_expires_at <= now()) throw unusable();
  const family = {
    id: row.family_id,
    clientId: client.id,
    userId: row.user_id,
    organisationId: row.organisation_id,
    endsAt: row.family_expires_at,
    resources: readResources(row.resources),
  };
  const scopes = JSON.parse(row.scopes) as string[];
  return { id: row.id, family, scopes, keyThumbprint: row.key_thumbprint };
}

/** Marks the token as spent. @returns false when another request has spent it */
export async function rotate(trx: Knex.Transaction, id: string): Promise<boolean> {
  const rotated = await trx("oauth_refresh_tokens")
    .where({ id })
    .whereNull("rotated_at")
    .whereNull("revoked_at")
    .update({ rotated_at: now() });
  return rotated === 1;
}

/** Lets a token that isn't replaced live on. The caller's transaction has locked the account. */
export async function extend(
  trx: Knex.Transaction,
  { id, family }: ActiveRefreshToken,
  { refreshTokenMs }: TokenRules,
): Promise<void> {
  const expires_at = Math.min(now() + refreshTokenMs, family.endsAt);
  await trx("oauth_refresh_tokens").where({ id }).update({ expires_at });
}

/** A copy of the token exists. The server can't tell which holder is the thief, so the grant ends for both. */
async function endReused(
  context: Context,
  client: RegisteredClient,
  user: User,
  familyId: string,
): Promise<never> {
  const { services, trx, origin } = context;
  const counts = await revokeFamily(trx, familyId);
  if (Object.values(counts).some((count) => count > 0)) {
    const changes = { client_id: client.id, ...counts };
    const subject = { type: "user", id: user.id };
    await recordActivity(trx, { event: "refresh_token_reused", actorId: null, subject, changes }, origin);
    const values = { application: client.name };
    const url = linkTo(services, "applications");
    await queueNotice(context, user, { kind: "refresh_token_reused", values, url });
  }
  throw new ErrorThatCommits(
    "invalid_grant",
    "The refresh token was already used, so its grant was revoked.",
  );
}
