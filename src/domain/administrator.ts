import type { Knex } from "knex";
import { ActionForbidden } from "../lib/failures.js";
import { SYSTEM_ADMIN } from "../models/role.js";
import type { User } from "../models/user.js";
import { holdAuthority } from "./authority.js";
import { lockOwner, type Owner } from "./owner.js";

/**
 * Locks the account of somebody who administers, like `lockOwner`, and asks for the permission again: a role, or a
 * permission of a role, that was taken away meanwhile gives nothing any more.
 * @throws ActionForbidden
 */
export async function lockAdministrator(
  trx: Knex.Transaction,
  owner: Owner,
  permission: string,
): Promise<User> {
  await holdAuthority(trx);
  const user = await lockOwner(trx, owner);
  if (!(await holds(trx, user.id, permission))) throw new ActionForbidden();
  return user;
}

async function holds(trx: Knex.Transaction, userId: string, permission: string): Promise<boolean> {
  const found: unknown = await trx("role_user as held")
    .join("roles", "roles.id", "held.role_id")
    .leftJoin("permission_role as granted", "granted.role_id", "roles.id")
    .leftJoin("permissions", "permissions.id", "granted.permission_id")
    .where("held.user_id", userId)
    .andWhere((either) => either.where("roles.name", SYSTEM_ADMIN).orWhere("permissions.name", permission))
    .first("roles.id");
  return found !== undefined;
}
