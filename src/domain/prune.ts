import { DAY, now } from "../lib/clock.js";
import { anonymiseDeletedAccounts } from "./anonymise.js";
import { removeOrphanedAvatars } from "./avatars.js";
import type { Services } from "./services.js";

/** Table → the column that ages it, and how long after that a row is kept. */
const RETENTION: Record<string, { column: string; keepMs: number }> = {
  activity_log: { column: "created_at", keepMs: 400 * DAY },
  mails: { column: "created_at", keepMs: 7 * DAY },
  personal_access_tokens: { column: "expires_at", keepMs: 30 * DAY },
  oauth_access_tokens: { column: "expires_at", keepMs: 30 * DAY },
  oauth_refresh_tokens: { column: "expires_at", keepMs: 30 * DAY },
  oauth_authorization_codes: { column: "expires_at", keepMs: 30 * DAY },
  oauth_device_codes: { column: "expires_at", keepMs: 30 * DAY },
  sessions: { column: "expires_at", keepMs: 0 },
  password_resets: { column: "expires_at", keepMs: 30 * DAY },
  two_factor_challenges: { column: "expires_at", keepMs: 30 * DAY },
};

/** Deletes what has outlived its retention and anonymises the deleted. @returns table → rows */
export async function prune(services: Services): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, { column, keepMs }] of Object.entries(RETENTION))
    deleted[table] = await services
      .knex(table)
      .where(column, "<", now() - keepMs)
      .del();
  deleted["users (anonymised)"] = await anonymiseDeletedAccounts(services);
  deleted["avatars (without an account)"] = await removeOrphanedAvatars(services);
  return deleted;
}
