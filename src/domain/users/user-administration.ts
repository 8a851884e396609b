import { now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import type { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { assertTerms } from "../accounts/status-terms.js";
import { assertEmailIsFree, createAccount } from "../accounts/accounts.js";
import { isSystemAdmin, type Administrator } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import type { RoleView } from "../access/authority.js";
import { removeAvatarFile } from "../profile/avatars.js";
import { sendVerificationMail } from "../registration/email-verification.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Origin } from "../audit/origin.js";
import { assertNewPassword } from "../passwords/password-policy.js";
import { sendInvitation } from "../passwords/password-reset.js";
import {
  revokeAccess,
  RevokeUserAccessAction,
  type RevokedAccess,
} from "../credentials/revoke-user-access.js";
import { assertAnotherSystemAdmin, assignableRole, lockSystemAdmins } from "../access/assignable-roles.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { applyUserChanges } from "./user-changes.js";
import {
  assertVersion,
  authorizeChanges,
  assertPermitted,
  rightsOver,
  type UserChanges,
  type VersionCheck,
} from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { assertStatusIsDefined } from "./user-list.js";
import { lockActor, lockActorAndTarget } from "../access/locks.js";
import { inActorContext, type ActorCall, type Context } from "../context.js";

const CREATE = "users.create";

export type NewUser = UserChanges & {
  first_name: string;
  last_name: string;
  email: string;
  /** Without it, the owner is invited to choose one. */
  password?: string;
};

export class SelfDeletion extends ActionForbidden {
  constructor() {
    super(text("failure.self_delete"), "self_delete");
  }
}

/** @returns the new account's id. @throws ActionForbidden, ValidationFailed, ServiceBusy */
export async function createUser(call: ActorCall<Administrator>, input: NewUser): Promise<string> {
  const { services, actor, origin } = call;
  const { password, password_confirmation, status, role: roleName = DEFAULT_ROLE, ...person } = input;
  const settings = call.settings ?? (await services.settings.read());
  // rights are checked before the costly hash, and again under the lock
  roleOfNewAccount(actor, roleName);
  if (status !== undefined) await assertStatusIsDefined(services, status);
  if (password !== undefined || password_confirmation !== undefined)
    await assertNewPassword(password ?? "", password_confirmation, settings);
  await assertEmailIsFree(services.knex, person.email);
  const hash = password === undefined ? null : await services.passwords.hash(password, origin.ip);
  const { beforeCommit } = call;
  return inActorContext({ services, actor, origin, settings, beforeCommit }, async (context) => {
    const { trx } = context;
    const role = roleOfNewAccount(await lockActor(context, CREATE), roleName);
    const account = {
      ...person,
      timezone: settings.get("general.timezone"),
      password: hash,
      password_must_change: hash !== null,
      roleId: role.id,
      ...(status === undefined ? {} : { status }),
    };
    const user = await createAccount(trx, account);
    const changes = { after: { email: user.email, status: user.status, role: role.name } };
    const subject = { type: "user", id: user.id };
    const forEvents = { isInvitation: hash === null && user.status === ACTIVE };
    await recordActivity(
      trx,
      { event: "user_created", actorId: actor.id, subject, changes, forEvents },
      origin,
    );
    // an invitation verifies the address, too
    if (hash === null) await inviteIfActive(context, user);
    else if (settings.get("auth.email_verification")) await sendVerificationMail(context, user);
    return user.id;
  });
}

/** Invites the owner of an active account. For another one, `inviteAgain` sends the invitation once it is active. */
async function inviteIfActive(context: Context, user: User): Promise<void> {
  if (user.status === ACTIVE) await sendInvitation(context, user);
}

/** The role that the actor assigns to a new account. */
function roleOfNewAccount(actor: Administrator, name: string): RoleView {
  if (!actor.can(CREATE)) throw new ActionForbidden();
  return assignableRole(actor, name);
}

/**
 * Applies the changes to an account.
 * @returns what a denied status or a new password has revoked, if anything
 * @throws RowNotFound, VersionStale, ActionForbidden, ValidationFailed, ServiceBusy
 */
export async function updateUser(
  call: ActorCall<Administrator>,
  id: string,
  changes: UserChanges,
  versionCheck: VersionCheck,
): Promise<RevokedAccess | null> {
  const { services, actor, origin } = call;
  // rights are checked before the costly hash, and again under the lock
  authorizeChanges(actor, await getVisibleUser(services.knex, actor, id), changes, versionCheck);
  const settings = call.settings ?? (await services.settings.read());
  if (changes.status !== undefined) await assertStatusIsDefined(services, changes.status);
  if (changes.terms !== undefined) assertTerms(changes.status ?? ACTIVE, changes.terms);
  if (changes.email !== undefined) await assertEmailIsFree(services.knex, changes.email, id);
  const hash = await hashOf(services, changes, settings, origin);
  const ended = await inActorContext({ services, actor, origin, settings }, async (context) => {
    if (changes.status !== undefined || changes.role !== undefined) await lockSystemAdmins(context.trx);
    const target = await lockActorAndTarget(context, id);
    const roles = authorizeChanges(target.actor, target, changes, versionCheck);
    return applyUserChanges({ ...context, actor: target.actor }, target.account, roles, { ...changes, hash });
  });
  if (changes.status === undefined) return ended;
  return (await new RevokeUserAccessAction(services).execute(id, { actorId: actor.id, origin })) ?? ended;
}

/**
 * Soft-deletes an account and revokes its credentials. @throws SelfDeletion, RowNotFound, VersionStale,
 * ActionForbidden
 */
export async function deleteUser(
  call: ActorCall<Administrator>,
  id: string,
  versionCheck: VersionCheck,
): Promise<void> {
  if (id === call.actor.id) throw new SelfDeletion();
  await deleteAccount(call, id, versionCheck);
}

/**
 * Deletes an account without the check for self-deletion: revokes its credentials, deletes its picture and notifies
 * its owner. It can be restored until it is anonymised.
 * @throws RowNotFound, VersionStale, ActionForbidden for the last `system_admin`
 */
export async function deleteAccount(
  call: ActorCall<Administrator>,
  id: string,
  versionCheck: VersionCheck,
): Promise<void> {
  const avatar = await inActorContext(call, async (context) => {
    const { services, trx, actor, origin } = context;
    await lockSystemAdmins(trx);
    const target = await lockActorAndTarget(context, id);
    const { account: user } = target;
    // the deletion of one's own account was confirmed by the password instead
    if (id !== actor.id) assertPermitted(rightsOver(target.actor, target).deletion);
    if (isSystemAdmin(target.roles)) await assertAnotherSystemAdmin(trx, id);
    assertVersion(target, versionCheck);
    const { avatar } = user;
    await user.$query(trx).patch({ deleted_at: now(), avatar: null });
    const changes = { revoked: await revokeAccess(trx, id) };
    await recordActivity(
      trx,
      { event: "user_deleted", actorId: actor.id, subject: { type: "user", id }, changes },
      origin,
    );
    const url = linkTo(services, "home");
    await queueNotice(context, user, { kind: "account_deleted", url });
    return avatar;
  });
  await removeAvatarFile(call.services, avatar);
}

async function hashOf(
  services: Services,
  changes: UserChanges,
  settings: SettingsSnapshot,
  origin: Origin,
): Promise<string | null> {
  if (changes.password === undefined) return null;
  await assertNewPassword(changes.password, changes.password_confirmation, settings);
  return services.passwords.hash(changes.password, origin.ip);
}
