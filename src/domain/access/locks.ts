import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { ActionForbidden, RowNotFound, SignedOut } from "../../lib/failures.js";
import { isRestorable } from "../../models/restorable.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { ACTIVE, type StatusPolicy } from "../accounts/account-status.js";
import { lockAccount, lockWithDeleted } from "../accounts/accounts.js";
import { Actor, Operator, type Administrator } from "./actor.js";
import { heldRoles } from "./assignable-roles.js";
import { lockAuthorityShared, type Authority } from "./authority.js";
import { getDeletedUser, getVisibleUser, type VisibleUser } from "./visible-users.js";

/** The part of a context that locking needs. */
export interface LockContext<Who = Actor> {
  services: { authority: Authority; statusPolicy: StatusPolicy };
  trx: Knex.Transaction;
  /** The actor at the start of the request. */
  actor: Who;
}

/** An account and the actor that changes it, both locked and read again under their locks. */
export interface LockedTarget extends VisibleUser {
  actor: Administrator;
  /** The row to change. */
  account: User;
}

/*
 * Each function locks the actor's account and reads it again: a role, permission or session that was removed since
 * the request began no longer applies. The roles are locked first, so that they can't change until the transaction
 * ends. The operator has no account, so only the roles are locked.
 */

/**
 * Locks the actor for an action that has no target account.
 * @returns the actor with its current roles
 * @throws ActionForbidden when the account was deleted or denied, the session has ended, or the permission is missing
 */
export async function lockActor(
  context: LockContext<Administrator>,
  permission: string,
): Promise<Administrator> {
  await lockAuthorityShared(context.trx);
  const { id } = context.actor;
  const account = id === null ? undefined : await lockAccount(context.trx, id);
  const actor = await currentAdministrator(context, account);
  if (!actor.can(permission)) throw new ActionForbidden();
  return actor;
}

/**
 * Locks the actor's own account before a credential is issued or a sign-in method changes. A ban changes the status
 * and a password reset ends the session, so nothing is issued after either.
 * @param permission required for the action; null for none
 * @throws ActionForbidden when the status isn't `active` or the permission is missing; SignedOut when the session or
 * the token has ended
 */
export async function lockActiveActor(context: LockContext, permission: string | null = null): Promise<User> {
  if (permission === null) return lockActiveAccount(context);
  await lockAuthorityShared(context.trx);
  const account = await lockActiveAccount(context);
  if (!(await currentActor(context, account)).can(permission)) throw new ActionForbidden();
  return account;
}

/**
 * `lockActiveActor` with the actor as it is now, for an action that depends on its rank or its permissions.
 * @param permission required for the action; null where something else than a permission decides
 * @returns a null account for the operator
 */
export async function lockActiveAdministrator(
  context: LockContext<Administrator>,
  permission: string | null,
): Promise<{ account: User | null; actor: Administrator }> {
  await lockAuthorityShared(context.trx);
  const account = isByActor(context) ? await lockActiveAccount(context) : null;
  const actor = await currentAdministrator(context, account ?? undefined);
  if (permission !== null && !actor.can(permission)) throw new ActionForbidden();
  return { account, actor };
}

async function lockActiveAccount(context: LockContext): Promise<User> {
  const account = await lockAccount(context.trx, context.actor.id);
  if (account?.status !== ACTIVE) throw new ActionForbidden(text("sk-auth.inactive"), "account_denied");
  await assertTokenActive(context);
  if (!(await isSignedIn(context))) throw new SignedOut();
  return account;
}

/** Locks the actor's own account for a change that anyone can make to theirs. @throws SignedOut when it was deleted */
export async function lockOwnAccount({ trx, actor }: Pick<LockContext, "trx" | "actor">): Promise<User> {
  const account = await lockAccount(trx, actor.id);
  if (!account) throw new SignedOut();
  return account;
}

/** A password reset and a ban revoke tokens. @throws SignedOut when the actor's token was revoked */
export async function assertTokenActive({ trx, actor }: Pick<LockContext, "trx" | "actor">): Promise<void> {
  if (actor.tokenId === null) return;
  for (const table of ["personal_access_tokens", "oauth_access_tokens"]) {
    const revoked: unknown = await trx(table)
      .where({ id: actor.tokenId })
      .whereNotNull("revoked_at")
      .first("id");
    if (revoked !== undefined) throw new SignedOut();
  }
}

/**
 * Locks the actor and the target account.
 * @param find `"deleted"` for a deleted account that can still be restored
 * @throws ActionForbidden when the actor was deleted, denied or signed out; RowNotFound when the account doesn't
 * exist or the actor can't see it
 */
export async function lockActorAndTarget(
  context: LockContext<Administrator>,
  id: string,
  find: "active" | "deleted" = "active",
): Promise<LockedTarget> {
  const { trx } = context;
  await lockAuthorityShared(trx);
  const { id: actorId } = context.actor;
  const locked = await lockWithDeleted(trx, [...new Set(actorId === null ? [id] : [actorId, id])]);
  const notDeleted = (user: User | undefined): User | undefined =>
    user?.deleted_at === null ? user : undefined;
  const actor = await currentAdministrator(
    context,
    notDeleted(actorId === null ? undefined : locked.get(actorId)),
  );
  if (find === "active") {
    const account = notDeleted(locked.get(id));
    if (!account) throw new RowNotFound();
    return { actor, account, ...(await getVisibleUser(trx, actor, id)) };
  }
  const account = locked.get(id);
  if (!account || !isRestorable(account)) throw new RowNotFound();
  return { actor, account, ...(await getDeletedUser(trx, actor, id)) };
}

const isByActor = (context: LockContext<Administrator>): context is LockContext => context.actor.id !== null;

/** @param account of the actor; the operator has none */
async function currentAdministrator(
  context: LockContext<Administrator>,
  account: User | undefined,
): Promise<Administrator> {
  if (isByActor(context)) return currentActor(context, account);
  return new Operator([], await context.services.authority.within(context.trx));
}

async function currentActor(context: LockContext, account: User | undefined): Promise<Actor> {
  const { services, trx, actor } = context;
  if (!account || services.statusPolicy.isCutOff(actor.user.status, account.status))
    throw new ActionForbidden(text("sk-auth.inactive"));
  if (!(await isSignedIn(context))) throw new ActionForbidden();
  const roles = await services.authority.within(trx);
  const held = await heldRoles(trx, actor.id, roles);
  const user = { ...actor.user, status: account.status };
  return new Actor(user, held, roles, actor.tokenId, actor.sessionId, actor.bounds, actor.signIn);
}

/**
 * Whether the actor's session is still active; true for a token. The account is locked here, and by whatever ends a session
 * before it has expired.
 */
async function isSignedIn({ trx, actor: { sessionId } }: LockContext): Promise<boolean> {
  if (sessionId === null) return true;
  const open: unknown = await trx("sessions")
    .where({ public_id: sessionId })
    .where("expires_at", ">", now())
    .first("public_id");
  return open !== undefined;
}
