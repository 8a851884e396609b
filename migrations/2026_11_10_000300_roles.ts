import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "roles", (table, columns) => {
    columns.uuid("id").primary();
    table.string("name", 64).notNullable().unique();
    table.string("label", 128).notNullable();
    // a lower number is a higher rank
    table.integer("sort_order").notNullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
  });
  await createTable(knex, "permissions", (table, columns) => {
    columns.uuid("id").primary();
    table.string("name", 64).notNullable().unique();
  });
  await createTable(knex, "role_user", (table, columns) => {
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("role_id").notNullable().references("id").inTable("roles").onDelete("CASCADE");
    table.primary(["user_id", "role_id"]);
    table.index(["role_id", "user_id"]);
  });
  await createTable(knex, "permission_role", (table, columns) => {
    columns.uuid("role_id").notNullable().references("id").inTable("roles").onDelete("CASCADE");
    columns.uuid("permission_id").notNullable().references("id").inTable("permissions").onDelete("CASCADE");
    table.primary(["role_id", "permission_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["permission_role", "role_user", "permissions", "roles"])
    await knex.schema.dropTable(table);
}
