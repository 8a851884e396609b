import type { Knex } from "knex";
import { RowNotFound, ValidationFailed } from "../lib/failures.js";
import { text } from "../lib/i18n/translate.js";
import { UserListQuery, type UserFilters, type UserListRow } from "../models/user-list.js";
import type { Actor } from "./actor.js";
import { rolesOf, type RoleView } from "./authority.js";
import type { Services } from "./services.js";

export const MAX_PER_PAGE = 100;

export interface UserPage {
  rows: { user: UserListRow; role: string | null }[];
  total: number;
  perPage: number;
  page: number;
}

/** Everything in this file sees only the accounts that the actor's rank lets it see. */
export async function listUsers(
  services: Services,
  actor: Actor,
  request: { filters: UserFilters; sort: string; page: number; perPage: number },
): Promise<UserPage> {
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  const query = new UserListQuery(services.knex, hiddenRoleIds(actor), request.filters);
  const [rows, total] = await Promise.all([
    query.rows(request.sort, perPage, (request.page - 1) * perPage),
    query.total(),
  ]);
  return {
    rows: rows.map((user) => ({ user, role: rolesOf(user.role_ids, actor.allRoles)[0]?.name ?? null })),
    total,
    perPage,
    page: request.page,
  };
}

/** @throws RowNotFound when there is none, or none that the actor may see */
export async function getVisibleUser(
  knex: Knex,
  actor: Actor,
  id: string,
): Promise<{ user: UserListRow; roles: RoleView[] }> {
  const user = await new UserListQuery(knex, hiddenRoleIds(actor)).find(id);
  if (!user) throw new RowNotFound();
  return { user, roles: rolesOf(user.role_ids, actor.allRoles) };
}

/** @throws ValidationFailed on `status` when the definition `userStatus` does not have it */
export async function assertStatusIsDefined(knex: Knex, status: string): Promise<void> {
  const found: unknown = await knex("definitions")
    .where({ key: "userStatus", value: status, is_active: true })
    .first("id");
  if (!found) throw new ValidationFailed({ status: [text("validation.status.unknown")] });
}

/** A `system_admin` sees everybody; all others nobody who holds a role above their own best rank. */
export function hiddenRoleIds(actor: Actor): string[] {
  if (actor.isSystemAdmin) return [];
  return [...actor.allRoles.values()].filter((role) => role.rank < actor.rank).map((role) => role.id);
}
