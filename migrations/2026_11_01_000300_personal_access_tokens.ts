import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "personal_access_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    table.string("name", 255).notNullable();
    columns.sha256("token_hash").notNullable().unique();
    table.text("scopes").notNullable();
    columns.time("expires_at").notNullable();
    columns.time("revoked_at");
    columns.time("last_used_at");
    table.string("last_used_ip", 45);
    columns.time("created_at").notNullable();
    table.index(["user_id", "created_at"]);
    table.index(["expires_at"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("personal_access_tokens");
}
