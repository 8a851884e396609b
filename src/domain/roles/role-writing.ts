import type { Knex } from "knex";
import { Role } from "../../models/role.js";
import { raiseAuthorityVersion, type RoleView } from "../access/authority.js";

export interface RoleDifference {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  permissions_added?: string[];
  permissions_removed?: string[];
}

/** Before and after of the fields that differ, for the audit log. */
export function differenceOf(
  role: RoleView,
  columns: { label: string; rank: number },
  grants: readonly string[],
): RoleDifference {
  const fields = (["label", "rank"] as const).filter((field) => role[field] !== columns[field]);
  const pick = (from: { label: string; rank: number }) =>
    Object.fromEntries(fields.map((field) => [field, from[field]]));
  const added = grants.filter((name) => !role.permissions.has(name));
  const removed = [...role.permissions].filter((name) => !grants.includes(name)).sort();
  return {
    ...(fields.length > 0 ? { before: pick(role), after: pick(columns) } : {}),
    ...(added.length > 0 ? { permissions_added: added } : {}),
    ...(removed.length > 0 ? { permissions_removed: removed } : {}),
  };
}

export async function writeRole(
  trx: Knex.Transaction,
  { id }: RoleView,
  { label, rank }: { label: string; rank: number },
  { before, permissions_added: added = [], permissions_removed: removed = [] }: RoleDifference,
): Promise<void> {
  if (!before && added.length + removed.length === 0) return;
  await Role.query(trx).findById(id).patch({ label, sort_order: rank });
  if (removed.length > 0)
    await trx("permission_role")
      .where({ role_id: id })
      .whereIn("permission_id", trx("permissions").whereIn("name", removed).select("id"))
      .del();
  await grantPermissions(trx, id, added);
}

export async function grantPermissions(
  trx: Knex.Transaction,
  roleId: string,
  names: readonly string[],
): Promise<void> {
  const rows = (await trx("permissions")
    .whereIn("name", [...names])
    .select("id")) as { id: string }[];
  if (rows.length > 0)
    await trx("permission_role").insert(rows.map(({ id }) => ({ role_id: roleId, permission_id: id })));
  await raiseAuthorityVersion(trx);
}
