import type { Knex } from "knex";
import { RowNotFound } from "../../lib/failures.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import type { RoleHolder } from "./actor.js";
import { CORE_ROLE_NAMES } from "../../models/role.js";
import { rolesOf, type RoleView } from "./authority.js";

/** The ids of the roles above the actor's best rank, whose holders it can't see. Empty for a `system_admin`. */
export function hiddenRoleIds(actor: RoleHolder): string[] {
  if (actor.isSystemAdmin) return [];
  return [...actor.allRoles.values()].filter((role) => role.rank < actor.rank).map((role) => role.id);
}

/** The names of these roles, which are unknown to the actor, except for those of the core roles. */
export const hiddenRoleNames = (actor: RoleHolder): ReadonlySet<string> =>
  new Set(
    hiddenRoleIds(actor)
      .map((id) => actor.allRoles.get(id)!.name)
      .filter((name) => !CORE_ROLE_NAMES.includes(name)),
  );

/** An account that the actor can see, with its roles. */
export interface VisibleUser {
  user: UserListRow;
  roles: RoleView[];
}

/** @throws RowNotFound when the account doesn't exist or the actor can't see it */
export const getVisibleUser = (knex: Knex, actor: RoleHolder, id: string): Promise<VisibleUser> =>
  getUser(new UserListQuery(knex, hiddenRoleIds(actor)), actor, id);

/** `getVisibleUser` for a deleted account that can be restored. @throws RowNotFound */
export const getDeletedUser = (knex: Knex, actor: RoleHolder, id: string): Promise<VisibleUser> =>
  getUser(new UserListQuery(knex, hiddenRoleIds(actor), { deleted: "only" }), actor, id);

async function getUser(query: UserListQuery, actor: RoleHolder, id: string): Promise<VisibleUser> {
  const user = await query.find(id);
  if (!user) throw new RowNotFound();
  return { user, roles: rolesOf(user.role_ids, actor.allRoles) };
}
