import type { Knex } from "knex";
import { now } from "../../lib/clock.js";

/** Where a client holds what opens something, or may be exchanged for what does. */
export const CREDENTIALS = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
] as const;

/** How many credentials of each table were ended. */
export type RevokedCredentials = Record<(typeof CREDENTIALS)[number], number>;

/** Ends every credential of the client, or of one account with it. Part of the caller's transaction. */
export const revokeCredentials = (
  trx: Knex.Transaction,
  of: { client_id: string; user_id?: string },
): Promise<RevokedCredentials> => revokeIn(trx, CREDENTIALS, of);

/** @returns table → how many were alive */
export async function revokeIn<Table extends (typeof CREDENTIALS)[number]>(
  trx: Knex.Transaction,
  tables: readonly Table[],
  of: object,
): Promise<Record<Table, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = await trx(table).where(of).whereNull("revoked_at").update({ revoked_at: now() });
  return counts as Record<Table, number>;
}
