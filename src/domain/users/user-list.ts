import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { UserListQuery, type UserFilters, type UserListRow } from "../../models/user-list.js";
import type { Actor } from "../access/actor.js";
import { hiddenRoleIds } from "../access/visible-users.js";
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

/** @throws ValidationFailed on `status` when the definition `userStatus` does not have it */
export async function assertStatusIsDefined({ definitions }: Services, status: string): Promise<void> {
  const known = await definitions.list(USER_STATUS);
  if (!known.some(({ value }) => value === status))
    throw new ValidationFailed({ status: [text("validation.status.unknown")] });
}
