import { ActionForbidden, VersionStale, type ForbiddenCode } from "../../lib/failures.js";
import { text, type MessageKey, type Text } from "../../texts/translate.js";
import { normalizeEmail } from "../../models/user.js";
import type { Actor } from "./actor.js";
import type { RoleView } from "./authority.js";
import { assertMayAssign, roleByName } from "./assignable-roles.js";
import type { VisibleUser } from "./visible-users.js";

/** What an administrator may set; absent is left alone. */
export interface UserChanges {
  first_name?: string;
  last_name?: string;
  email?: string;
  password?: string;
  password_confirmation?: string;
  status?: string;
  role?: string;
}

/** A predicate on the version that the caller read (If-Match), or null for any. */
export type VersionCheck = ((version: number) => boolean) | null;

/** An account as it is before the change. */
export interface Target {
  roles: RoleView[];
  /** The role that replaces the present ones; null when they stay. */
  newRole: RoleView | null;
}

/** What may be done to an account: null, or why the actor may not. Pages show by it what the domain will let pass. */
export interface RightsOver {
  /** Name and picture, and to remind of the verification. */
  profile: Text | null;
  status: Text | null;
  role: Text | null;
  email: Text | null;
  password: Text | null;
  /** To end its sessions and tokens. */
  access: Text | null;
  /** To remove its second factor. */
  twoFactor: Text | null;
  deletion: Text | null;
}

/**
 * Of an account that the actor sees, which takes an equal or higher rank. What gives power over an account is only for
 * who may do everything that it may.
 */
export function rightsOver(
  actor: Actor,
  { user, roles }: Pick<VisibleUser, "roles"> & { user: { id: string } },
): RightsOver {
  const isOneself = user.id === actor.id;
  const mayNot = (permission: string): Text | null =>
    actor.can(permission) ? null : text("failure.forbidden");
  const update = mayNot("users.update");
  const own = (key: MessageKey): Text | null => (isOneself ? text(key) : null);
  const above = actor.holdsEverythingOfAccount(roles) ? null : text("failure.account_above");
  return {
    profile: update,
    status: update ?? own("failure.own_account") ?? above,
    role: update ?? own("failure.own_account") ?? above,
    email: update ?? own("failure.own_account") ?? above,
    password: update ?? own("failure.own_account") ?? above,
    access: update ?? own("failure.own_access") ?? above,
    twoFactor: update ?? own("failure.own_access") ?? above,
    deletion: mayNot("users.delete") ?? own("failure.self_delete") ?? above,
  };
}

const CODES: Partial<Record<MessageKey, ForbiddenCode>> = {
  "failure.own_account": "own_account",
  "failure.self_delete": "self_delete",
};

/** @throws ActionForbidden with the reason, if there is one */
export function demand(reason: Text | null): void {
  if (reason !== null) throw new ActionForbidden(reason, CODES[reason.key]);
}

/** @throws VersionStale */
export function assertVersion({ user }: VisibleUser, versionCheck: VersionCheck): void {
  if (versionCheck && !versionCheck(user.version)) throw new VersionStale();
}

/** What the actor must be allowed for these changes. @throws VersionStale, ActionForbidden, ValidationFailed */
export function authorizeChanges(
  actor: Actor,
  found: VisibleUser,
  changes: UserChanges,
  versionCheck: VersionCheck,
): Target {
  const { user, roles } = found;
  const rights = rightsOver(actor, found);
  const givesRole = changes.role !== undefined && !isOnlyRole(roles, changes.role);
  demand(rights.profile);
  if (changes.status !== undefined && changes.status !== user.status) demand(rights.status);
  if (givesRole) demand(rights.role);
  if (changes.email !== undefined && normalizeEmail(changes.email) !== user.email) demand(rights.email);
  if (changes.password !== undefined) demand(rights.password);
  const newRole = givesRole ? roleByName(actor.allRoles, changes.role!) : null;
  if (newRole !== null) assertMayAssign(actor, newRole);
  assertVersion(found, versionCheck);
  return { roles, newRole };
}

const isOnlyRole = (held: RoleView[], name: string): boolean => held.length === 1 && held[0]!.name === name;
