import type { Knex } from "knex";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { UserListQuery, type UserFilters, type UserListRow } from "../../models/user-list.js";
import type { Actor } from "../access/actor.js";
import { rolesOf, type RoleView } from "../access/authority.js";
import { USER_STATUS } from "../definitions/definitions.js";
import type { Services } from "../services.js";

export const MAX_PER_PAGE = 100;

export interface UserPage {
  /** With the roles of each, best rank first, and the name of the best. */
  rows: { user: UserListRow; roles: RoleView[]; role: string | null }[];
  total: number;
  perPage: number;
  page: number;
}

/**
 * Everything in this file sees only the accounts that the actor's rank lets it see.
 * @throws ActionForbidden for deleted accounts without `users.delete`, which is also the permission to restore them
 */
export async function listUsers(
  services: Services,
  actor: Actor,
  request: { filters: UserFilters; sort: string; page: number; perPage: number },
): Promise<UserPage> {
  if (request.filters.deleted && !actor.can("users.delete")) throw new ActionForbidden();
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  const query = new UserListQuery(services.knex, hiddenRoleIds(actor), request.filters);
  const { rows, total } = await query.page(request.sort, perPage, (request.page - 1) * perPage);
  return {
    rows: rows.map((user) => {
      const roles = rolesOf(user.role_ids, actor.allRoles);
      return { user, roles, role: roles[0]?.name ?? null };
    }),
    total,
    perPage,
    page: request.page,
  };
}

/** An account as somebody sees it who may. */
export interface VisibleUser {
  user: UserListRow;
  roles: RoleView[];
}

/** @throws RowNotFound when there is none, or none that the actor may see */
export const getVisibleUser = (knex: Knex, actor: Actor, id: string): Promise<VisibleUser> =>
  getUser(new UserListQuery(knex, hiddenRoleIds(actor)), actor, id);

/** The same for a deleted account that can be restored. @throws RowNotFound */
export const getDeletedUser = (knex: Knex, actor: Actor, id: string): Promise<VisibleUser> =>
  getUser(new UserListQuery(knex, hiddenRoleIds(actor), { deleted: "only" }), actor, id);

async function getUser(query: UserListQuery, actor: Actor, id: string): Promise<VisibleUser> {
  const user = await query.find(id);
  if (!user) throw new RowNotFound();
  return { user, roles: rolesOf(user.role_ids, actor.allRoles) };
}

/** @throws ValidationFailed on `status` when the definition `userStatus` does not have it */
export async function assertStatusIsDefined({ definitions }: Services, status: string): Promise<void> {
  const known = await definitions.list(USER_STATUS);
  if (!known.some(({ value }) => value === status))
    throw new ValidationFailed({ status: [text("validation.status.unknown")] });
}

/** A `system_admin` sees everybody; all others nobody who holds a role above their own best rank. */
export function hiddenRoleIds(actor: Actor): string[] {
  if (actor.isSystemAdmin) return [];
  return [...actor.allRoles.values()].filter((role) => role.rank < actor.rank).map((role) => role.id);
}
