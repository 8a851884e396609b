import type { Knex } from "knex";
import { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { Actor, type TokenBounds } from "./actor.js";
import { heldRoles } from "./assignable-roles.js";
import type { Authority } from "./authority.js";

/**
 * An account that asked for something earlier, with the rights of now and no credential. Undefined when it is deleted or not
 * active.
 */
export async function accountActor(
  authority: Authority,
  knex: Knex,
  userId: string,
  bounds?: TokenBounds,
): Promise<Actor | undefined> {
  const user = await User.query(knex).findOne({ id: userId, deleted_at: null, status: ACTIVE });
  if (!user) return undefined;
  const roles = await authority.within(knex);
  return new Actor(user, await heldRoles(knex, user.id, roles), roles, null, null, bounds);
}
