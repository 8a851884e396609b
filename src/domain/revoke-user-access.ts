import type { Knex } from "knex";
import { isConflict } from "../database/errors.js";
import { now } from "../lib/clock.js";
import type { Logger } from "../lib/log.js";

const REVOCABLE = [
  "personal_access_tokens",
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
] as const;
const REMOVABLE = ["two_factor_challenges", "password_resets", "sessions"] as const;

/** How many credentials of each table were ended. */
export type RevokedAccess = Record<string, number>;

/**
 * Ends every credential of an account: tokens, unredeemed codes, pending challenges, reset links and
 * sessions. Part of the caller's transaction. @throws on a database error
 */
export async function revokeAccess(trx: Knex.Transaction, userId: string): Promise<RevokedAccess> {
  const counts: RevokedAccess = {};
  for (const table of REVOCABLE)
    counts[table] = await trx(table)
      .where({ user_id: userId })
      .whereNull("revoked_at")
      .update({ revoked_at: now() });
  for (const table of REMOVABLE) counts[table] = await trx(table).where({ user_id: userId }).del();
  return counts;
}

/** What a ban does. A failure is logged and never raised: the status itself must be written. */
export class RevokeUserAccessAction {
  constructor(private readonly log: Logger) {}

  /**
   * @returns what was ended, or null when that failed; the guard then still denies the account
   * @throws only when the database gave up the caller's whole transaction, which has to run again
   */
  async execute(trx: Knex.Transaction, userId: string): Promise<RevokedAccess | null> {
    try {
      return await trx.transaction((savepoint) => revokeAccess(savepoint, userId));
    } catch (error) {
      if (isConflict(error)) throw error;
      this.log.error({ err: error, user_id: userId }, "the access of a denied account was not revoked");
      return null;
    }
  }
}
