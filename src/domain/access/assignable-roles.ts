import type { Knex } from "knex";
import { takeLock } from "../../database/transaction.js";
import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { CORE_ROLE_NAMES, SYSTEM_ADMIN } from "../../models/role.js";
import { isBound, RoleHolder } from "./actor.js";
import { ACTIVE } from "../accounts/account-status.js";
import { byRank, rolesOf, type Authority, type RoleView } from "./authority.js";

/** @throws ValidationFailed on `role` when no role has this name */
export function roleByName(roles: ReadonlyMap<string, RoleView>, name: string): RoleView {
  for (const role of roles.values()) if (role.name === name) return role;
  throw new ValidationFailed({ role: [text("validation.role.unknown")] });
}

/** An actor can assign roles of its own rank or lower, if it holds all their permissions. */
export const mayAssign = (actor: RoleHolder, role: RoleView): boolean =>
  actor.outranksOrEquals([role]) && actor.hasAllPermissionsOf([role]);

/** Whether the actor presents a bound token, and these roles have more permissions than every user. */
export const exceedsBounds = (actor: RoleHolder, roles: readonly RoleView[]): boolean =>
  isBound(actor) && new RoleHolder(roles, actor.allRoles).isAdministrator;

/**
 * The role with this name, for an actor that assigns it. The name of a role that the actor can't see is unknown, like
 * one that doesn't exist. Everyone knows those of the core roles.
 * @throws ValidationFailed on `role`; ActionForbidden when the actor can't assign it, or presents a bound token, which the
 * account would outlive
 */
export function assignableRole(actor: RoleHolder, name: string): RoleView {
  const visible = [...actor.allRoles].filter(
    ([, role]) => CORE_ROLE_NAMES.includes(role.name) || actor.outranksOrEquals([role]),
  );
  const role = roleByName(new Map(visible), name);
  if (!mayAssign(actor, role)) throw new ActionForbidden(text("failure.role_not_assignable"));
  if (exceedsBounds(actor, [role])) throw new ActionForbidden(text("failure.token_limited"));
  return role;
}

/** The roles that the actor can assign, best rank first. */
export const assignableRoles = (actor: RoleHolder): RoleView[] =>
  byRank([...actor.allRoles.values()].filter((role) => mayAssign(actor, role)));

/** The roles of an account, best rank first. */
export async function rolesOfAccount(
  { authority }: { authority: Authority },
  knex: Knex,
  userId: string,
): Promise<RoleView[]> {
  return heldRoles(knex, userId, await authority.current());
}

/** `rolesOfAccount` with roles that the caller has already loaded. */
export async function heldRoles(
  knex: Knex,
  userId: string,
  roles: ReadonlyMap<string, RoleView>,
): Promise<RoleView[]> {
  const ids = (await knex("role_user").where({ user_id: userId }).pluck("role_id")) as string[];
  return rolesOf(ids.join(",") || null, roles);
}

/** Takes the lock that every change takes which could remove an active `system_admin`. */
export const lockSystemAdmins = (trx: Knex.Transaction): Promise<void> => takeLock(trx, "system_admins");

/**
 * An invited account doesn't protect the others, because nobody can sign in to it yet. The caller holds the lock.
 * @throws ActionForbidden when this account is the only active `system_admin` with a password or a passkey
 */
export async function assertAnotherSystemAdmin(trx: Knex.Transaction, exceptId: string): Promise<void> {
  const other: unknown = await trx("role_user")
    .join("roles", "roles.id", "role_user.role_id")
    .join("users", "users.id", "role_user.user_id")
    .where({ "roles.name": SYSTEM_ADMIN, "users.status": ACTIVE })
    .whereNull("users.deleted_at")
    .where((user) => user.whereNotNull("users.password").orWhere("users.passkey_count", ">", 0))
    .whereNot("users.id", exceptId)
    .first("users.id");
  if (!other) throw new ActionForbidden(text("failure.last_system_admin"), "last_administrator");
}
