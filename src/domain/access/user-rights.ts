import { ActionForbidden, VersionStale, type ForbiddenCode } from "../../lib/failures.js";
import { text, type MessageKey, type Text } from "../../texts/translate.js";
import type { AdministratorsField } from "../../models/account-fields.js";
import { normalizeEmail } from "../../models/user.js";
import type { StatusTerms } from "../accounts/status-terms.js";
import type { Administrator } from "./actor.js";
import type { RoleView } from "./authority.js";
import { assignableRole, exceedsBounds } from "./assignable-roles.js";
import type { VisibleUser } from "./visible-users.js";

/** Account fields that an administrator can set. An absent field stays as it is. */
export interface UserChanges extends Partial<Record<AdministratorsField, string>> {
  password?: string;
  password_confirmation?: string;
  role?: string;
  /** Replaces what is noted with the status. Without it, a new status has no terms, and the same status keeps its own. */
  terms?: StatusTerms;
}

/** Checks the version that the caller read (If-Match); null accepts any version. */
export type VersionCheck = ((version: number) => boolean) | null;

/** The account before the change. */
export interface Target {
  roles: RoleView[];
  /** The role that replaces the current ones; null to keep them. */
  newRole: RoleView | null;
}

/**
 * The actions on an account: null when allowed, otherwise the reason for the rejection. Pages and the domain use the
 * same rules.
 */
export interface RightsOver {
  /** Change the name and the picture, resend the verification mail. */
  profile: Text | null;
  status: Text | null;
  role: Text | null;
  email: Text | null;
  password: Text | null;
  /** End its sessions and tokens. */
  access: Text | null;
  /** Turn off its second factor. */
  twoFactor: Text | null;
  deletion: Text | null;
}

/**
 * Rights over an account that the actor sees and whose rank isn't higher. An action that gives control over the
 * account also requires every permission of that account.
 */
export function rightsOver(
  actor: Administrator,
  { user, roles }: Pick<VisibleUser, "roles"> & { user: { id: string } },
): RightsOver {
  const isOneself = user.id === actor.id;
  const mayNot = (permission: string): Text | null =>
    actor.can(permission) ? null : text("failure.forbidden");
  const update = mayNot("users.update");
  const own = (key: MessageKey): Text | null => (isOneself ? text(key) : null);
  const above = actor.hasAllPermissionsOfAccount(roles) ? null : text("failure.account_above");
  // what opens the account, or makes that easier, after the token has ended
  const limited = exceedsBounds(actor, roles) ? text("failure.token_limited") : null;
  return {
    profile: update,
    status: update ?? own("failure.own_account") ?? above,
    role: update ?? own("failure.own_account") ?? above,
    email: update ?? own("failure.own_account") ?? above ?? limited,
    password: update ?? own("failure.own_account") ?? above ?? limited,
    access: update ?? own("failure.own_access") ?? above,
    twoFactor: update ?? own("failure.own_access") ?? above ?? limited,
    deletion: mayNot("users.delete") ?? own("failure.self_delete") ?? above,
  };
}

const CODES: Partial<Record<MessageKey, ForbiddenCode>> = {
  "failure.own_account": "own_account",
  "failure.self_delete": "self_delete",
};

/** @throws ActionForbidden with the reason, if it isn't null */
export function assertPermitted(reason: Text | null): void {
  if (reason !== null) throw new ActionForbidden(reason, CODES[reason.key]);
}

/** @throws VersionStale */
export function assertVersion({ user }: { user: { version: number } }, versionCheck: VersionCheck): void {
  if (versionCheck && !versionCheck(user.version)) throw new VersionStale();
}

/** Checks the actor's rights for these changes. @throws VersionStale, ActionForbidden, ValidationFailed */
export function authorizeChanges(
  actor: Administrator,
  found: VisibleUser,
  changes: UserChanges,
  versionCheck: VersionCheck,
): Target {
  const { user, roles } = found;
  const rights = rightsOver(actor, found);
  const givesRole = changes.role !== undefined && !isOnlyRole(roles, changes.role);
  assertPermitted(rights.profile);
  const changesStatus = changes.status !== undefined && changes.status !== user.status;
  if (changesStatus || changes.terms !== undefined) assertPermitted(rights.status);
  if (givesRole) assertPermitted(rights.role);
  if (changes.email !== undefined && normalizeEmail(changes.email) !== user.email)
    assertPermitted(rights.email);
  if (changes.password !== undefined) assertPermitted(rights.password);
  const newRole = givesRole ? assignableRole(actor, changes.role!) : null;
  assertVersion(found, versionCheck);
  return { roles, newRole };
}

const isOnlyRole = (held: RoleView[], name: string): boolean => held.length === 1 && held[0]!.name === name;
