import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "password_resets", (table, columns) => {
    columns.sha256("token_hash").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.time("expires_at").notNullable().index();
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("password_resets");
}
