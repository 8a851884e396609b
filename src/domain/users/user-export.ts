import { UserListQuery, type UserFilters, type UserListRow } from "../../models/user-list.js";
import type { Actor } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import { rolesOf } from "../access/authority.js";
import type { Caller } from "../context.js";
import { hiddenRoleIds } from "../access/visible-users.js";

const READ_AT_ONCE = 500;

export interface ExportedUser {
  user: UserListRow;
  role: string | null;
}

/** What the log says of an export: the list as it was asked for, without what was not. */
export type ExportWish = Record<string, string>;

/**
 * Everybody whom the same list would show, but no deleted accounts, in its order, read in parts while it is sent. That somebody takes them along,
 * and how many there are, is written down first: a download that is broken off has been one all the same.
 * @param wish the same filters and sort, in words
 */
export async function exportUsers(
  { services: { knex }, actor, origin }: Caller,
  { filters, sort, wish }: { filters: UserFilters; sort: string; wish: ExportWish },
): Promise<AsyncIterable<ExportedUser>> {
  const { deleted: _never, ...current } = filters;
  const query = new UserListQuery(knex, hiddenRoleIds(actor), current);
  const changes = { filters: wish, rows: await query.total() };
  await recordActivity(knex, { event: "users_exported", actorId: actor.id, changes }, origin);
  return everybody(query, sort, actor);
}

async function* everybody(query: UserListQuery, sort: string, actor: Actor): AsyncGenerator<ExportedUser> {
  let last: UserListRow | null = null;
  for (;;) {
    const rows: UserListRow[] = await query.following(sort, last, READ_AT_ONCE);
    for (const user of rows) yield { user, role: rolesOf(user.role_ids, actor.allRoles)[0]?.name ?? null };
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)!;
  }
}
