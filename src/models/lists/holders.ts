import type { Knex } from "knex";

/** Excludes holders of these roles. This is the only rule of rank for lists of users and of what they own. */
export function hideHolders(
  query: Knex.QueryBuilder,
  knex: Knex,
  roleIds: readonly string[],
  userId = "users.id",
): void {
  if (roleIds.length === 0) return;
  const held = knex("role_user").whereRaw("role_user.user_id = ??", [userId]).whereIn("role_id", roleIds);
  query.whereNotExists(held.select(knex.raw("1")));
}

/** The ids of the holders of these roles, for `in`, which looks them up once. */
export const holdersOf = (knex: Knex, roleIds: readonly string[]): Knex.QueryBuilder =>
  knex("role_user").whereIn("role_id", roleIds).select("user_id");

/** The holders of the role, as `role_user.user_id`. */
export const holdersNamed = (knex: Knex, role: string): Knex.QueryBuilder =>
  knex("role_user").where("role_id", knex("roles").where({ name: role }).select("id"));
