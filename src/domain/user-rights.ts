import type { Knex } from "knex";
import { ActionForbidden, VersionStale } from "../lib/failures.js";
import { text } from "../lib/i18n/translate.js";
import { normalizeEmail } from "../models/user.js";
import type { UserListRow } from "../models/user-list.js";
import type { Actor } from "./actor.js";
import type { RoleView } from "./authority.js";
import { assertMayAssign, roleByName } from "./roles.js";
import { getVisibleUser } from "./users.js";

/** What an administrator may set; absent is left alone. */
export interface UserChanges {
  first_name?: string;
  last_name?: string;
  email?: string;
  password?: string;
  password_confirmation?: string;
  status?: string;
  role?: string;
}

/** A predicate on the version that the caller read (If-Match), or null for any. */
export type VersionCheck = ((version: number) => boolean) | null;

/** An account as it is before the change. */
export interface Target {
  roles: RoleView[];
  /** The role that replaces the present ones; null when they stay. */
  newRole: RoleView | null;
}

/** Seeing an account already takes an equal or higher rank. @throws RowNotFound, VersionStale */
export async function authorizeTouch(
  knex: Knex,
  actor: Actor,
  id: string,
  versionCheck: VersionCheck,
): Promise<RoleView[]> {
  return (await visible(knex, actor, id, versionCheck)).roles;
}

/** What the actor must be allowed for these changes. @throws RowNotFound, VersionStale, ActionForbidden */
export async function authorizeChanges(
  knex: Knex,
  actor: Actor,
  id: string,
  changes: UserChanges,
  versionCheck: VersionCheck,
): Promise<Target> {
  const { user, roles } = await visible(knex, actor, id, versionCheck);
  const newRole = differingRole(actor, roles, changes.role);
  const changesStatus = changes.status !== undefined && changes.status !== user.status;
  const changesEmail = changes.email !== undefined && normalizeEmail(changes.email) !== user.email;
  if (id === actor.id && (newRole !== null || changesStatus))
    throw new ActionForbidden(text("failure.own_status"));
  if ((newRole !== null || changesEmail || changes.password !== undefined) && !actor.holdsEverythingOf(roles))
    throw new ActionForbidden(text("failure.account_above"));
  if (newRole !== null) assertMayAssign(actor, newRole);
  return { roles, newRole };
}

async function visible(
  knex: Knex,
  actor: Actor,
  id: string,
  versionCheck: VersionCheck,
): Promise<{ user: UserListRow; roles: RoleView[] }> {
  const found = await getVisibleUser(knex, actor, id);
  if (versionCheck && !versionCheck(found.user.version)) throw new VersionStale();
  return found;
}

function differingRole(actor: Actor, held: RoleView[], name?: string): RoleView | null {
  if (name === undefined) return null;
  const role = roleByName(actor.allRoles, name);
  return held.length === 1 && held[0]!.id === role.id ? null : role;
}
