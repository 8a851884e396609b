import type { Knex } from "knex";
import { ActionForbidden } from "../../lib/failures.js";
import type { User } from "../../models/user.js";
import { grants } from "./actor.js";
import { holdAuthority } from "./authority.js";
import { lockOwner, type Owner } from "./owner.js";
import { heldRoles } from "./assignable-roles.js";
import type { Services } from "../services.js";

/**
 * Locks the account of somebody who is given a credential, or decides by what others are let in: like `lockOwner`, which
 * takes an active account, where `lockActor` takes one that is not cut off. Asks for the permission again, too: a role,
 * or a permission of a role, that was taken away meanwhile gives nothing any more.
 * @throws ActionForbidden
 */
export async function lockAdministrator(
  services: Services,
  trx: Knex.Transaction,
  owner: Owner,
  permission: string,
): Promise<User> {
  await holdAuthority(trx);
  const user = await lockOwner(trx, owner);
  const roles = await heldRoles(trx, user.id, await services.authority.within(trx));
  if (!grants(roles, permission)) throw new ActionForbidden();
  return user;
}
