import type { RoleView } from "../../../../domain/access/authority.js";
import { PERMISSIONS } from "../../../../domain/access/permissions.js";
import { isCore, mayManage } from "../../../../domain/roles/role-administration.js";
import { visibleRoles } from "../../../../domain/roles/role-list.js";
import {
  bestRankOf,
  grantsAfter,
  LAST_RANK,
  MAX_LABEL_LENGTH,
  MAX_ROLE_NAME_LENGTH,
  type RoleChanges,
} from "../../../../domain/roles/role-input.js";
import type { MessageKey } from "../../../../texts/translate.js";
import { DEFAULT_ROLE, SYSTEM_ADMIN } from "../../../../models/role.js";
import type { WebCall } from "../../../server/call.js";
import type { Difference } from "../../../forms/differences.js";
import { roleLabel } from "../../../words/labels.js";
import { permissionMatrix, permissionWords, type MatrixRow } from "../../../forms/permission-matrix.js";

/** A role for display. */
export const presentRole = ({ t, actor }: WebCall, role: RoleView) => ({
  id: role.id,
  name: role.name,
  label: roleLabel(t, role),
  storedLabel: role.label,
  rank: role.rank,
  isCore: isCore(role),
  isDefault: role.name === DEFAULT_ROLE,
  isOwn: actor.roles.some(({ id }) => id === role.id),
  mayEverything: role.name === SYSTEM_ADMIN,
  granted: PERMISSIONS.filter((name) => role.permissions.has(name)).length,
  all: PERMISSIONS.length,
});

/** Hints about ranks and lengths for a form. */
export const roleLimits = ({ actor, t }: WebCall) => ({
  best: bestRankOf(actor),
  last: LAST_RANK,
  others: (actor.can("roles.read") ? visibleRoles(actor) : []).map((role) => ({
    rank: role.rank,
    label: roleLabel(t, role),
  })),
  label: MAX_LABEL_LENGTH,
  name: MAX_ROLE_NAME_LENGTH,
});

/** The check boxes of a role with these permissions and the requested ones; null for a read-only role. */
export function matrixFor(
  { actor }: WebCall,
  held: ReadonlySet<string>,
  requested: readonly string[] | null,
): MatrixRow[] {
  const selected = requested === null ? held : new Set(grantsAfter(actor, held, requested));
  return permissionMatrix(
    (name) => selected.has(name),
    (name) => requested !== null && actor.can(name),
  );
}

/** Why the user can only view the role; null if the user can change it. */
export function readOnlyReason({ actor }: WebCall, role: RoleView): MessageKey | null {
  if (role.name === SYSTEM_ADMIN) return "roles.read_only.system";
  if (!actor.can("roles.update")) return "roles.read_only.permission";
  return mayManage(actor, role) ? null : "roles.read_only.rank";
}

export function differencesOf({ actor, t }: WebCall, role: RoleView, typed: RoleChanges): Difference[] {
  const requested = new Set(grantsAfter(actor, role.permissions, typed.permissions ?? [...role.permissions]));
  const fields = (["label", "rank"] as const)
    .filter((field) => String(role[field]) !== typed[field].trim())
    .map((field) => ({ field, label: t(`field.${field}`), now: String(role[field]) }));
  const permissions = PERMISSIONS.filter((name) => role.permissions.has(name) !== requested.has(name)).map(
    (name) => {
      const { resource, action } = permissionWords(name);
      const now = t(role.permissions.has(name) ? "roles.permission.given" : "roles.permission.not_given");
      return { field: "permissions", label: `${t(resource)}, ${t(action)}`, now };
    },
  );
  return [...fields, ...permissions];
}
