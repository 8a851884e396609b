import { ActionForbidden, RowNotFound } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import type { RoleHolder } from "../../access/actor.js";
import { assignableRole, mayAssign } from "../../access/assignable-roles.js";
import type { RoleView } from "../../access/authority.js";
import { hiddenRoleIds } from "../../access/visible-users.js";

type HasRole = Pick<OAuthClient, "role_id">;

/** The role of the client; null without one, and when its role is gone. */
export const roleOfClient = (roles: ReadonlyMap<string, RoleView>, { role_id }: HasRole): RoleView | null =>
  role_id === null ? null : (roles.get(role_id) ?? null);

/**
 * Whether the actor can change the client. With its secret one has its role, so this takes the right to give that
 * role, also when the role has got more rights since.
 */
export function mayManageClient(actor: RoleHolder, client: HasRole): boolean {
  const role = roleOfClient(actor.allRoles, client);
  return role === null || mayAssign(actor, role);
}

/**
 * A client whose role is above the actor's rank isn't visible.
 * @throws RowNotFound; ActionForbidden when it is visible and the actor can't change it
 */
export function assertMayManage(actor: RoleHolder, client: HasRole): void {
  assertVisible(actor, client);
  if (!mayManageClient(actor, client)) throw new ActionForbidden(text("clients.role_above"));
}

/** @throws RowNotFound */
export function assertVisible(actor: RoleHolder, { role_id }: HasRole): void {
  if (role_id !== null && hiddenRoleIds(actor).includes(role_id)) throw new RowNotFound();
}

/**
 * The role that the actor gives to a client.
 * @param name null for no role
 * @throws ValidationFailed on `role` when it doesn't exist; ActionForbidden when the actor can't give it
 */
export function roleToGive(actor: RoleHolder, name: string | null): RoleView | null {
  return name === null ? null : assignableRole(actor, name);
}

/**
 * The new role of the client and the change for the audit log; null when it stays.
 * @param name absent to keep the role
 * @throws ValidationFailed, ActionForbidden
 */
export function changeOfRole(actor: RoleHolder, client: HasRole, name: string | null | undefined) {
  const before = roleOfClient(actor.allRoles, client)?.name ?? null;
  if (name === undefined || name === before) return null;
  const role = roleToGive(actor, name);
  return { column: { role_id: role?.id ?? null }, difference: { role: { before, after: name } } };
}
