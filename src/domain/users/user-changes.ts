import type { Knex } from "knex";
import { isDatabaseUnavailable } from "../../database/errors.js";
import { now, SECOND } from "../../lib/clock.js";
import { ServiceBusy } from "../../lib/failures.js";
import { SYSTEM_ADMIN } from "../../models/role.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import { ADMINISTRATORS_FIELDS, type AdministratorsField } from "../../models/account-fields.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { columnsOfTerms, NO_TERMS, type TermColumns } from "../accounts/status-terms.js";
import { claimingEmail } from "../accounts/accounts.js";
import { isSystemAdmin, type Administrator } from "../access/actor.js";
import type { Activity, ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import type { RoleView } from "../access/authority.js";
import { sendInvitation } from "../passwords/password-reset.js";
import { sendVerificationMail } from "../registration/email-verification.js";
import { linkTo } from "../mail/links.js";
import { queueNotice, passwordResetLink, type Notice } from "../mail/notices.js";
import { isNothing, revokeAccess, type RevokedAccess } from "../credentials/revoke-user-access.js";
import { assertAnotherSystemAdmin } from "../access/assignable-roles.js";
import type { Target, UserChanges } from "../access/user-rights.js";
import type { ActorContext, Context } from "../context.js";

/** Changes with the new password, if any, already hashed. */
export interface HashedChanges extends UserChanges {
  hash: string | null;
}

type Columns = Partial<
  Pick<
    User,
    | AdministratorsField
    | keyof TermColumns
    | "password"
    | "password_must_change"
    | "pending_email"
    | "email_verified_at"
  >
>;

/**
 * Writes the changes that differ. The caller holds the locks, has checked the actor's rights, and runs
 * `RevokeUserAccessAction` after the commit.
 * @returns what was revoked, if anything
 */
export async function applyUserChanges(
  context: ActorContext<Administrator>,
  user: User,
  { roles, newRole }: Target,
  changes: HashedChanges,
): Promise<RevokedAccess | null> {
  const { trx } = context;
  const columns = changedColumns(context.actor, user, changes);
  if (Object.keys(columns).length === 0 && newRole === null) return null;
  if (losesActiveSystemAdmin(user, roles, newRole, columns)) await assertAnotherSystemAdmin(trx, user.id);
  const difference = differenceOf(user, roles, newRole, columns);
  const revocation = revocationOf(context, user, columns);
  await notifyOwner(context, user, columns);
  if (newRole) await replaceRoles(trx, user.id, newRole.id);
  const pending = revocation === "later" ? { revocation_pending_at: now() } : {};
  // the row is written in any case, so that a change of role alone raises the version, too
  await claimingEmail(() => user.$query(trx).patch({ locale: user.locale, ...columns, ...pending }));
  const revoked = revocation === "now" ? await revokeAccess(trx, user.id).catch(throwBusy) : null;
  if (columns.email !== undefined) await trx("password_resets").where({ user_id: user.id }).del();
  const isInvitation = columns.email !== undefined && user.isInvited && user.status === ACTIVE;
  await record(context, "user_updated", user.id, difference, { isInvitation });
  const event = columns.password === undefined ? "account_cut_off" : "password_changed";
  const ended = event === "account_cut_off" && revoked && isNothing(revoked) ? null : revoked;
  if (ended) await record(context, event, user.id, { revoked: ended });
  if (columns.email !== undefined) await mailNewAddress(context, user);
  return ended;
}

/** The owner of an invited account gets a new invitation, because its former link was sent elsewhere. */
async function mailNewAddress(context: ActorContext<Administrator>, user: User): Promise<void> {
  if (user.isInvited) {
    if (user.status === ACTIVE) await sendInvitation(context, user);
  } else if (context.settings.get("auth.email_verification")) await sendVerificationMail(context, user);
}

/** The change is rolled back when the revocation fails; a retry can succeed. */
function throwBusy(error: unknown): never {
  throw isDatabaseUnavailable(error) ? error : new ServiceBusy(SECOND, { cause: error });
}

/** Notifies the owner at the previous address, because the new one may be mistyped or someone else's. */
async function notifyOwner(
  context: ActorContext<Administrator>,
  user: User,
  { email, password }: Columns,
): Promise<void> {
  const { services, actor, settings } = context;
  const notices: Notice[] = [];
  if (password !== undefined) {
    const kind = actor.id === user.id ? "password_changed" : "password_set";
    notices.push({ kind, ...passwordResetLink(services, settings) });
  }
  if (email !== undefined)
    notices.push({ kind: "email_changed", values: { email }, url: linkTo(services, "login") });
  for (const notice of notices) await queueNotice(context, user, notice);
}

/** The columns that differ. A new address is unverified, and links sent to the old one become invalid. */
function changedColumns(actor: Administrator, user: User, { hash, ...changes }: HashedChanges): Columns {
  const columns: Columns = {};
  for (const field of ADMINISTRATORS_FIELDS)
    if (field !== "email" && changes[field] !== undefined && changes[field] !== user[field])
      columns[field] = changes[field];
  Object.assign(columns, changedTerms(user, columns, changes));
  const email = changes.email === undefined ? user.email : normalizeEmail(changes.email);
  if (email !== user.email) Object.assign(columns, { email, pending_email: null, email_verified_at: null });
  // the person who chose the password knows it
  if (hash !== null) Object.assign(columns, { password: hash, password_must_change: actor.id !== user.id });
  return columns;
}

/** The terms of a status don't outlive it. */
function changedTerms(user: User, { status }: Columns, { terms }: UserChanges): Partial<TermColumns> {
  const given = terms ?? (status === undefined ? undefined : NO_TERMS);
  if (!given) return {};
  const differing = Object.entries(columnsOfTerms(given)).filter(
    ([name, value]) => value !== user[name as keyof TermColumns],
  );
  return Object.fromEntries(differing);
}

function losesActiveSystemAdmin(
  user: User,
  roles: RoleView[],
  newRole: RoleView | null,
  columns: Columns,
): boolean {
  if (!isSystemAdmin(roles) || user.status !== ACTIVE) return false;
  const keepsRole = newRole === null || newRole.name === SYSTEM_ADMIN;
  return !keepsRole || (columns.status ?? user.status) !== ACTIVE;
}

/**
 * When the account's credentials are revoked. A denied status must be written even if the revocation fails, so the
 * caller revokes afterwards. A new password revokes everything in the same transaction, like a reset. A status can
 * leave the denied values only together with a pending revocation.
 */
function revocationOf(
  { services: { statusPolicy } }: Context,
  user: User,
  { status, password }: Columns,
): "now" | "later" | null {
  if (status !== undefined && statusPolicy.isCutOff(user.status, status)) return "later";
  if (password !== undefined) return "now";
  const isLifted = status !== undefined && !statusPolicy.isDenied(status);
  return isLifted && user.revocation_pending_at !== null ? "now" : null;
}

async function replaceRoles(trx: Knex.Transaction, userId: string, roleId: string): Promise<void> {
  await trx("role_user").where({ user_id: userId }).del();
  await trx("role_user").insert({ user_id: userId, role_id: roleId });
  await recomputeTwoFactorRequirement(trx, userId);
}

/** Before and after for the audit log; for a password only that it changed. */
function differenceOf(user: User, roles: RoleView[], newRole: RoleView | null, columns: Columns): object {
  const { password, password_must_change: _must, pending_email: _pending, ...visible } = columns;
  const before = Object.fromEntries(
    Object.keys(visible).map((name) => [name, user[name as keyof typeof visible]]),
  );
  return {
    before: { ...before, ...(newRole ? { role: roles[0]?.name ?? null } : {}) },
    after: {
      ...visible,
      ...(newRole ? { role: newRole.name } : {}),
      ...(password ? { password: "changed" } : {}),
    },
  };
}

const record = (
  context: ActorContext<Administrator>,
  event: ActivityEvent,
  id: string,
  changes: object,
  forEvents: Activity["forEvents"] = {},
): Promise<void> => recordActorActivity(context, event, { type: "user", id }, changes, forEvents);
