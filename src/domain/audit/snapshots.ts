import type { Knex } from "knex";
import { whereInList } from "../../database/table.js";
import { ACCOUNT_FIELD_NAMES } from "../../models/account-fields.js";
import type { PublicUserRow } from "../../models/public-user.js";

const USER_COLUMNS = [
  "id",
  ...ACCOUNT_FIELD_NAMES.filter((name) => name !== "locale"),
  "avatar",
  "email_verified_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof PublicUserRow)[];

/** An account as an event keeps it, with the name of its best role. */
export type UserSnapshot = Pick<PublicUserRow, (typeof USER_COLUMNS)[number]> & { role: string | null };

/** The name of the role of the highest rank. */
const BEST_ROLE =
  "(select roles.name from role_user join roles on roles.id = role_user.role_id" +
  " where role_user.user_id = users.id order by roles.sort_order, roles.name limit 1) as role";

async function readUsers(trx: Knex, ids: readonly string[]): Promise<UserSnapshot[]> {
  const query = trx("users").select(...USER_COLUMNS, trx.raw(BEST_ROLE));
  whereInList(query, trx, "users.id", ids);
  return (await query) as UserSnapshot[];
}

/** How the subjects of events are read in the transaction of their change. */
const READERS = { user: readUsers } satisfies Record<
  string,
  (trx: Knex, ids: readonly string[]) => Promise<{ id: string }[]>
>;
/** What events are about. */
export type SubjectKind = keyof typeof READERS;

/** The subjects as they are now, by id. */
export async function snapshotsOf(
  trx: Knex,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, object>> {
  const rows = await READERS[kind](trx, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}
