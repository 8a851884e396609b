import type { Knex } from "knex";
import { inTransaction } from "../../../database/transaction.js";
import { now } from "../../../lib/clock.js";
import { isAccessToken, isWellFormedToken, REFRESH_TOKEN, sha256 } from "../../../lib/secrets.js";
import { lockAccount } from "../../accounts/accounts.js";
import { recordActivity } from "../../audit/record.js";
import type { Origin } from "../../audit/origin.js";
import type { Services } from "../../services.js";
import { revokeFamily } from "../grants/families.js";
import { ProtocolError } from "../protocol-error.js";

interface Row {
  id: string;
  client_id: string;
  user_id: string | null;
  family_id: string;
}

const tableOf = (token: string) => {
  if (isAccessToken(token)) return "oauth_access_tokens";
  return isWellFormedToken(token, REFRESH_TOKEN) ? "oauth_refresh_tokens" : null;
};

/**
 * Revokes a token of the client: an access token alone, a refresh token with its whole grant (RFC 7009, section 2.1).
 * An unknown or ended token isn't an error (section 2.2).
 * @throws ProtocolError invalid_grant when the token belongs to another client, which keeps it
 */
export async function revokeByClient(
  { knex }: Services,
  clientId: string,
  token: string,
  origin: Origin,
): Promise<void> {
  const table = tableOf(token);
  if (table === null) return;
  const row = (await knex(table)
    .where({ token_hash: sha256(token) })
    .first("id", "client_id", "user_id", "family_id")) as Row | undefined;
  if (!row) return;
  if (row.client_id !== clientId)
    throw new ProtocolError("invalid_grant", "The token was issued to another client.");
  await inTransaction(knex, async (trx) => {
    // waits for a rotation in progress, so that its new tokens are revoked, too
    if (row.user_id !== null) await lockAccount(trx, row.user_id);
    const changes =
      table === "oauth_refresh_tokens"
        ? await revokeFamily(trx, row.family_id)
        : await revokeOne(trx, row.id);
    if (Object.values(changes).every((count) => count === 0)) return;
    const subject = { type: "oauth_client", id: clientId };
    const activity = { event: "token_revoked", actorId: null, subject, ownerId: row.user_id } as const;
    await recordActivity(trx, { ...activity, changes: { user_id: row.user_id, ...changes } }, origin);
  });
}

async function revokeOne(trx: Knex.Transaction, id: string): Promise<Record<string, number>> {
  const revoked = await trx("oauth_access_tokens")
    .where({ id })
    .whereNull("revoked_at")
    .update({ revoked_at: now() });
  return { oauth_access_tokens: revoked };
}
