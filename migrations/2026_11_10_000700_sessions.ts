import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "sessions", (table, columns) => {
    columns.sha256("id").primary();
    // identifies the session on screens and in forms, because `id` is a credential
    columns.uuid("public_id").notNullable().unique();
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    table.string("ip_address", 45);
    table.string("user_agent", 512);
    table.text("payload").notNullable();
    columns.time("last_activity").notNullable().index();
    // activity extends it, up to the maximum lifetime
    columns.time("expires_at").notNullable().defaultTo(0).index();
    columns.time("created_at").notNullable();
    table.index(["user_id", "last_activity"]);
  });
  // addresses that are too long for a cookie, at which browsers continue after signing in
  await createTable(knex, "kept_addresses", (table, columns) => {
    columns.sha256("id_hash").primary();
    table.text("address").notNullable();
    columns.time("expires_at").notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["kept_addresses", "sessions"]) await knex.schema.dropTable(table);
}
