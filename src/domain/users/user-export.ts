import type { Knex } from "knex";
import { toRfc3339 } from "../../lib/clock.js";
import type { CsvColumns } from "../../lib/text/csv.js";
import { EXPORTED_FIELDS } from "../../models/account-fields.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import type { UserFilters } from "../../models/lists/user-filters.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import { rolesOf } from "../access/authority.js";
import type { ActorCall } from "../context.js";
import { hiddenRoleIds } from "../access/visible-users.js";

/** The columns of the file. */
export const EXPORT_COLUMNS: CsvColumns<ExportedUser> = {
  id: ({ user }) => user.id,
  ...Object.fromEntries(EXPORTED_FIELDS.map((name) => [name, ({ user }: ExportedUser) => user[name]])),
  role: ({ role }) => role,
  email_verified_at: ({ user }) => toRfc3339(user.email_verified_at),
  created_at: ({ user }) => toRfc3339(user.created_at),
};

/** Few, because a batch blocks the event loop while it is written. */
const READ_AT_ONCE = 100;

export interface ExportedUser {
  user: UserListRow;
  role: string | null;
}

/** The filters and the sort order of an export, as recorded in the audit log. */
export type RecordedFilters = Record<string, string>;

/**
 * All accounts that the list would show, except deleted ones, in its order, read in parts while they are sent. The
 * export and its size are recorded first, because a download that is interrupted has still revealed data.
 * @param recordedFilters the same filters and sort order as text
 */
export async function exportUsers(
  { services: { knex, reads }, actor, origin, signal }: ActorCall<Administrator>,
  {
    filters,
    sort,
    recordedFilters,
  }: { filters: UserFilters; sort: string; recordedFilters: RecordedFilters },
): Promise<AsyncIterable<ExportedUser[]>> {
  const { deleted: _never, ...current } = filters;
  const queryOn = (reader: Knex) => new UserListQuery(reader, hiddenRoleIds(actor), current);
  const rows = await reads.run((reader) => queryOn(reader).total(), { signal });
  const changes = { filters: recordedFilters, rows };
  await recordActivity(knex, { event: "users_exported", actorId: actor.id, changes }, origin);
  const next = (last: UserListRow | null): Promise<UserListRow[]> =>
    reads.run((reader) => queryOn(reader).following(sort, last, READ_AT_ONCE), { signal, isPatient: true });
  return readInBatches(next, actor);
}

async function* readInBatches(
  next: (last: UserListRow | null) => Promise<UserListRow[]>,
  actor: RoleHolder,
): AsyncGenerator<ExportedUser[]> {
  let last: UserListRow | null = null;
  for (;;) {
    const rows: UserListRow[] = await next(last);
    yield rows.map((user) => ({ user, role: rolesOf(user.role_ids, actor.allRoles)[0]?.name ?? null }));
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)!;
  }
}
