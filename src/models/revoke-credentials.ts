import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import { endSessions } from "./end-sessions.js";
import { CREDENTIAL_KINDS, type CredentialTable } from "./credential-kinds.js";

/** Table → number of active credentials ended. */
export type EndedCredentials<Table extends string = CredentialTable> = Record<Table, number>;

/**
 * Ends the credentials in these tables by their kinds. Part of the caller's transaction.
 * @param where columns that all of these tables have: `user_id`, `client_id`, `family_id`
 */
export async function endCredentials<Table extends CredentialTable>(
  trx: Knex.Transaction,
  tables: readonly Table[],
  where: object,
): Promise<EndedCredentials<Table>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = trx(table).where(where);
    counts[table] = await end(trx, table, rows);
  }
  return counts as EndedCredentials<Table>;
}

async function end(trx: Knex.Transaction, table: CredentialTable, rows: Knex.QueryBuilder): Promise<number> {
  if (table === "sessions") return endSessions(trx, rows);
  if (CREDENTIAL_KINDS[table].end === "remove") return (await rows.del()) as unknown as number;
  return (await rows.whereNull("revoked_at").update({ revoked_at: now() })) as unknown as number;
}
