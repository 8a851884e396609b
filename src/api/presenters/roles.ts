import { createHash } from "node:crypto";
import type { RoleView } from "../../domain/access/authority.js";
import { isCore, roleStamp } from "../../domain/roles/role-administration.js";
import { heldBy } from "../../domain/roles/role-list.js";
import { PERMISSIONS } from "../../domain/access/permissions.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Schema } from "../types.js";

/** @param holders the number of accounts with the role that the caller can see */
export function presentRole(role: RoleView, holders: number): Schema<"Role"> {
  const held = heldBy(role);
  return {
    id: role.id,
    name: role.name,
    label: role.label,
    rank: role.rank,
    permissions: PERMISSIONS.filter((name) => held.has(name)).sort(),
    holders,
    is_core: isCore(role),
    created_at: toRfc3339(role.createdAt),
    updated_at: toRfc3339(role.updatedAt),
  };
}

/**
 * The stamp of the role and a digest of what is presented. `If-Match` compares only the stamp, so that a role isn't
 * stale because an account has received it.
 */
export function roleTag(services: Services, role: RoleView, presented: Schema<"Role">): string {
  const digest = createHash("sha256").update(JSON.stringify(presented)).digest("base64url").slice(0, 16);
  return `"${roleStamp(services, role)}.${digest}"`;
}
