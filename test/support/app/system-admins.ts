import type { Knex } from "knex";

/** The ids of the active system administrators who have a password. At least one must always remain. */
export const activeSystemAdmins = (knex: Knex): Promise<string[]> =>
  knex("users")
    .join("role_user", "role_user.user_id", "users.id")
    .join("roles", "roles.id", "role_user.role_id")
    .where({ "roles.name": "system_admin", "users.status": "active" })
    .whereNull("users.deleted_at")
    .whereNotNull("users.password")
    .pluck<string[]>("users.id");
