import type { Knex } from "knex";
import { ActionForbidden, RowNotFound } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { isRestorable } from "../../models/restorable.js";
import type { User } from "../../models/user.js";
import { getLockedAccount, lockAccount, lockAccounts, lockWithDeleted } from "../accounts/accounts.js";
import { Actor } from "./actor.js";
import { holdAuthority } from "./authority.js";
import { heldRoles } from "./assignable-roles.js";
import type { Services } from "../services.js";
import { getDeletedUser, getVisibleUser, type VisibleUser } from "./visible-users.js";

/** Somebody and the account that they act on, both locked, as they are now. */
export interface Acting extends VisibleUser {
  actor: Actor;
  /** The row, to be changed. */
  account: User;
}

/**
 * Locks whoever acts together with the account that they act on, and reads both anew: a role, a permission or a session
 * that was taken away since the request began gives nothing any more.
 * @throws ActionForbidden when the actor was deleted, cut off or signed out meanwhile; RowNotFound when there is no such
 *   account, or none that the actor may see
 */
export async function lockForActing(
  services: Services,
  trx: Knex.Transaction,
  asked: Actor,
  id: string,
): Promise<Acting> {
  await holdAuthority(trx);
  const locked = await lockAccounts(trx, [...new Set([asked.id, id])]);
  const actor = await actorNow(services, trx, asked, locked.get(asked.id));
  const account = locked.get(id);
  if (!account) throw new RowNotFound();
  return { actor, account, ...(await getVisibleUser(trx, actor, id)) };
}

/**
 * `lockForActing` for an account that was deleted and can still be restored.
 * @throws ActionForbidden; RowNotFound when the account is active, anonymised, or hidden from the actor
 */
export async function lockForRestoring(
  services: Services,
  trx: Knex.Transaction,
  asked: Actor,
  id: string,
): Promise<Acting> {
  await holdAuthority(trx);
  const locked = await lockWithDeleted(trx, [...new Set([asked.id, id])]);
  const own = locked.get(asked.id);
  const actor = await actorNow(services, trx, asked, own?.deleted_at === null ? own : undefined);
  const account = locked.get(id);
  if (!account || !isRestorable(account)) throw new RowNotFound();
  return { actor, account, ...(await getDeletedUser(trx, actor, id)) };
}

/** Somebody and their own account, for what needs no right. @throws RowNotFound */
export const lockOneself = async (trx: Knex.Transaction, actor: Actor): Promise<Acting> => ({
  actor,
  account: await getLockedAccount(trx, actor.id),
  ...(await getVisibleUser(trx, actor, actor.id)),
});

/** Like `lockForActing`, for what takes a permission and is done to no account. @throws ActionForbidden */
export async function lockActor(
  services: Services,
  trx: Knex.Transaction,
  asked: Actor,
  permission: string,
): Promise<Actor> {
  await holdAuthority(trx);
  const actor = await actorNow(services, trx, asked, await lockAccount(trx, asked.id));
  if (!actor.can(permission)) throw new ActionForbidden();
  return actor;
}

async function actorNow(
  services: Services,
  trx: Knex.Transaction,
  asked: Actor,
  account: User | undefined,
): Promise<Actor> {
  if (!account || services.statusPolicy.isCutOff(asked.user.status, account.status))
    throw new ActionForbidden(text("sk-auth.inactive"));
  if (!(await isSignedIn(trx, asked))) throw new ActionForbidden();
  const roles = await services.authority.within(trx);
  const held = await heldRoles(trx, asked.id, roles);
  return new Actor({ ...asked.user, status: account.status }, held, roles, asked.tokenId, asked.sessionId);
}

/** A password reset ends the session before it ends what is done with it. */
async function isSignedIn(trx: Knex.Transaction, { sessionId }: Actor): Promise<boolean> {
  if (sessionId === null) return true;
  const session: unknown = await trx("sessions").where({ public_id: sessionId }).first("public_id");
  return session !== undefined;
}
