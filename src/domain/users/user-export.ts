import { toRfc3339 } from "../../lib/clock.js";
import type { CsvColumns } from "../../lib/csv.js";
import { UserListQuery, type UserListRow } from "../../models/user-list.js";
import type { UserFilters } from "../../models/user-filters.js";
import type { Actor } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import { rolesOf } from "../access/authority.js";
import type { Caller } from "../context.js";
import { hiddenRoleIds } from "../access/visible-users.js";

/** The columns of the file. */
export const EXPORT_COLUMNS: CsvColumns<ExportedUser> = {
  id: ({ user }) => user.id,
  first_name: ({ user }) => user.first_name,
  last_name: ({ user }) => user.last_name,
  email: ({ user }) => user.email,
  status: ({ user }) => user.status,
  role: ({ role }) => role,
  email_verified_at: ({ user }) => toRfc3339(user.email_verified_at),
  created_at: ({ user }) => toRfc3339(user.created_at),
};

const READ_AT_ONCE = 500;

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
  { services: { knex }, actor, origin }: Caller,
  {
    filters,
    sort,
    recordedFilters,
  }: { filters: UserFilters; sort: string; recordedFilters: RecordedFilters },
): Promise<AsyncIterable<ExportedUser>> {
  const { deleted: _never, ...current } = filters;
  const query = new UserListQuery(knex, hiddenRoleIds(actor), current);
  const changes = { filters: recordedFilters, rows: await query.total() };
  await recordActivity(knex, { event: "users_exported", actorId: actor.id, changes }, origin);
  return readInBatches(query, sort, actor);
}

async function* readInBatches(
  query: UserListQuery,
  sort: string,
  actor: Actor,
): AsyncGenerator<ExportedUser> {
  let last: UserListRow | null = null;
  for (;;) {
    const rows: UserListRow[] = await query.following(sort, last, READ_AT_ONCE);
    for (const user of rows) yield { user, role: rolesOf(user.role_ids, actor.allRoles)[0]?.name ?? null };
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)!;
  }
}
