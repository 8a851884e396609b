import { inTransaction } from "../database/transaction.js";
import { now } from "../lib/clock.js";
import { ActionForbidden } from "../lib/failures.js";
import { text } from "../lib/i18n/translate.js";
import { DEFAULT_ROLE } from "../models/role.js";
import { forgetPasswordAttempts } from "./account-attempts.js";
import { assertEmailIsFree, createAccount, getLockedAccount } from "./accounts.js";
import { isSystemAdmin, type Actor } from "./actor.js";
import { recordActivity } from "./audit.js";
import { removeAvatarFile } from "./avatars.js";
import { sendVerificationMail } from "./email-verification.js";
import { linkTo } from "./links.js";
import { queueNotice } from "./notices.js";
import type { Origin } from "./origin.js";
import { assertNewPassword } from "./password-policy.js";
import { revokeAccess } from "./revoke-user-access.js";
import { assertAnotherSystemAdmin, assertMayAssign, lockSystemAdmins, roleByName } from "./roles.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";
import { applyUserChanges } from "./user-changes.js";
import { authorizeChanges, authorizeTouch, type UserChanges, type VersionCheck } from "./user-rights.js";
import { assertStatusIsDefined } from "./users.js";

export type NewUser = UserChanges & {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
};

export class SelfDeletion extends ActionForbidden {
  constructor() {
    super(text("failure.self_delete"));
  }
}

/** @returns the new account's id. @throws ActionForbidden, ValidationFailed, ServiceBusy */
export async function createUser(
  services: Services,
  actor: Actor,
  input: NewUser,
  origin: Origin,
): Promise<string> {
  const { password, password_confirmation, status, role: roleName = DEFAULT_ROLE, ...person } = input;
  const settings = await services.settings.read();
  const role = roleByName(actor.allRoles, roleName);
  assertMayAssign(actor, role);
  if (status !== undefined) await assertStatusIsDefined(services.knex, status);
  await assertNewPassword(password, password_confirmation, settings);
  await assertEmailIsFree(services.knex, person.email);
  const hash = await services.passwords.hash(password);
  return inTransaction(services.knex, async (trx) => {
    const account = {
      ...person,
      password: hash,
      roleId: role.id,
      ...(status === undefined ? {} : { status }),
    };
    const user = await createAccount(trx, account);
    const changes = { after: { email: user.email, status: user.status, role: role.name } };
    const subject = { type: "user", id: user.id };
    await recordActivity(trx, { event: "user_created", actorId: actor.id, subject, changes }, origin);
    if (settings.get("auth.email_verification")) await sendVerificationMail(services, trx, settings, user);
    return user.id;
  });
}

/** Merges the changes into an account. @throws RowNotFound, VersionStale, ActionForbidden, ValidationFailed, ServiceBusy */
export async function updateUser(
  services: Services,
  actor: Actor,
  id: string,
  changes: UserChanges,
  versionCheck: VersionCheck,
  origin: Origin,
): Promise<void> {
  // rights are checked before the costly hash, and again under the lock
  await authorizeChanges(services.knex, actor, id, changes, versionCheck);
  const settings = await services.settings.read();
  if (changes.status !== undefined) await assertStatusIsDefined(services.knex, changes.status);
  if (changes.email !== undefined) await assertEmailIsFree(services.knex, changes.email, id);
  const hash = await hashOf(services, changes, settings);
  const user = await inTransaction(services.knex, async (trx) => {
    if (changes.status !== undefined || changes.role !== undefined) await lockSystemAdmins(trx);
    const locked = await getLockedAccount(trx, id);
    const target = await authorizeChanges(trx, actor, id, changes, versionCheck);
    await applyUserChanges({ services, trx, actor, origin, settings }, locked, target, changes, hash);
    return locked;
  });
  if (hash !== null) await forgetPasswordAttempts(services, user.email);
}

/** Soft-deletes an account and ends everything of it. @throws SelfDeletion, RowNotFound, VersionStale, ActionForbidden */
export async function deleteUser(
  services: Services,
  actor: Actor,
  id: string,
  versionCheck: VersionCheck,
  origin: Origin,
): Promise<void> {
  if (id === actor.id) throw new SelfDeletion();
  await deleteAccount(services, actor, id, versionCheck, origin);
}

/**
 * What every deletion does: everything that the account holds ends, its picture goes, its owner is told. It can be
 * restored until it is anonymised. @throws RowNotFound, VersionStale, ActionForbidden for the last `system_admin`
 */
export async function deleteAccount(
  services: Services,
  actor: Actor,
  id: string,
  versionCheck: VersionCheck,
  origin: Origin,
): Promise<void> {
  const settings = await services.settings.read();
  const avatar = await inTransaction(services.knex, async (trx) => {
    await lockSystemAdmins(trx);
    const user = await getLockedAccount(trx, id);
    const roles = await authorizeTouch(trx, actor, id, versionCheck);
    if (isSystemAdmin(roles)) await assertAnotherSystemAdmin(trx, id);
    const { avatar } = user;
    await user.$query(trx).patch({ deleted_at: now(), avatar: null });
    const changes = { revoked: await revokeAccess(trx, id) };
    await recordActivity(
      trx,
      { event: "user_deleted", actorId: actor.id, subject: { type: "user", id }, changes },
      origin,
    );
    const url = linkTo(services, "home");
    await queueNotice(services, trx, settings, user, { kind: "account_deleted", url });
    return avatar;
  });
  await removeAvatarFile(services, avatar);
}

async function hashOf(
  services: Services,
  changes: UserChanges,
  settings: SettingsSnapshot,
): Promise<string | null> {
  if (changes.password === undefined) return null;
  await assertNewPassword(changes.password, changes.password_confirmation, settings);
  return services.passwords.hash(changes.password);
}
