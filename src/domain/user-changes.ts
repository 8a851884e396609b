import type { Knex } from "knex";
import { SYSTEM_ADMIN } from "../models/role.js";
import { normalizeEmail, type User } from "../models/user.js";
import { ACTIVE } from "./account-status.js";
import { claimingEmail } from "./accounts.js";
import { isSystemAdmin, type Actor } from "./actor.js";
import { recordActivity, type ActivityEvent } from "./audit.js";
import type { RoleView } from "./authority.js";
import { sendVerificationMail } from "./email-verification.js";
import { linkTo } from "./links.js";
import { queueNotice, recoveryLink, type Notice } from "./notices.js";
import type { Origin } from "./origin.js";
import { revokeAccess, RevokeUserAccessAction, type RevokedAccess } from "./revoke-user-access.js";
import { assertAnotherSystemAdmin } from "./roles.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";
import type { Target, UserChanges } from "./user-rights.js";

interface Context {
  services: Services;
  trx: Knex.Transaction;
  actor: Actor;
  origin: Origin;
  settings: SettingsSnapshot;
}

type Columns = Partial<
  Pick<
    User,
    "first_name" | "last_name" | "email" | "status" | "password" | "pending_email" | "email_verified_at"
  >
>;

/**
 * Writes the changes, and cuts the account off where they ask for it. The caller holds the locks and has
 * checked the actor's rights. Without a difference nothing is written.
 * @returns what was ended with it, if that was asked for and done
 */
export async function applyUserChanges(
  context: Context,
  user: User,
  { roles, newRole }: Target,
  changes: UserChanges,
  hash: string | null,
): Promise<RevokedAccess | null> {
  const { services, trx, settings } = context;
  const columns = changedColumns(user, changes, hash);
  if (Object.keys(columns).length === 0 && newRole === null) return null;
  if (losesActiveSystemAdmin(user, roles, newRole, columns)) await assertAnotherSystemAdmin(trx, user.id);
  const difference = differenceOf(user, roles, newRole, columns);
  const statusBefore = user.status;
  await tellOwner(context, user, columns);
  if (newRole) await replaceRoles(trx, user.id, newRole.id);
  // a role alone still raises the version: the row is written in any case
  await claimingEmail(() => user.$query(trx).patch({ timezone: user.timezone, ...columns }));
  const revoked = await cutOff(services, trx, user.id, statusBefore, columns);
  await record(context, "user_updated", user.id, difference);
  const event = columns.password === undefined ? "account_cut_off" : "password_changed";
  if (revoked) await record(context, event, user.id, { revoked });
  if (columns.email !== undefined && settings.get("auth.email_verification"))
    await sendVerificationMail(services, trx, settings, user);
  return revoked;
}

/** At the address that they have so far: whoever changed it may have mistyped it, or be somebody else. */
async function tellOwner(context: Context, user: User, { email, password }: Columns): Promise<void> {
  const { services, trx, actor, settings } = context;
  const notices: Notice[] = [];
  if (password !== undefined) {
    const kind = actor.id === user.id ? "password_changed" : "password_set";
    notices.push({ kind, ...recoveryLink(services, settings) });
  }
  if (email !== undefined)
    notices.push({ kind: "email_changed", values: { email }, url: linkTo(services, "login") });
  for (const notice of notices) await queueNotice(services, trx, settings, user, notice);
}

/** Only what differs. A new address is unverified, and links sent to the old one are dead. */
function changedColumns(user: User, changes: UserChanges, hash: string | null): Columns {
  const columns: Columns = {};
  for (const field of ["first_name", "last_name", "status"] as const)
    if (changes[field] !== undefined && changes[field] !== user[field]) columns[field] = changes[field];
  const email = changes.email === undefined ? user.email : normalizeEmail(changes.email);
  if (email !== user.email) Object.assign(columns, { email, pending_email: null, email_verified_at: null });
  if (hash !== null) columns.password = hash;
  return columns;
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

/** A new password ends everything, like a reset; a denied status does unless the kill switch is off. */
async function cutOff(
  services: Services,
  trx: Knex.Transaction,
  userId: string,
  statusBefore: string | null,
  columns: Columns,
): Promise<RevokedAccess | null> {
  if (columns.password !== undefined) return revokeAccess(trx, userId);
  if (columns.email !== undefined) await trx("password_resets").where({ user_id: userId }).del();
  if (columns.status === undefined || !services.statusPolicy.isCutOff(statusBefore, columns.status))
    return null;
  return new RevokeUserAccessAction(services.log).execute(trx, userId);
}

async function replaceRoles(trx: Knex.Transaction, userId: string, roleId: string): Promise<void> {
  await trx("role_user").where({ user_id: userId }).del();
  await trx("role_user").insert({ user_id: userId, role_id: roleId });
}

/** Before and after, for the audit log; of a password only that it changed. */
function differenceOf(user: User, roles: RoleView[], newRole: RoleView | null, columns: Columns): object {
  const { password, pending_email: _pending, ...visible } = columns;
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
  { trx, actor, origin }: Context,
  event: ActivityEvent,
  id: string,
  changes: object,
): Promise<void> =>
  recordActivity(trx, { event, actorId: actor.id, subject: { type: "user", id }, changes }, origin);
