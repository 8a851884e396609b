import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "sign_in_providers", (table, columns) => {
    columns.uuid("id").primary();
    table.string("kind", 10).notNullable();
    table.string("name", 64).notNullable().unique();
    table.text("issuer");
    table.string("client_id", 255).notNullable();
    table.text("client_secret").notNullable();
    table.string("scopes", 255).notNullable();
    table.boolean("is_enabled").notNullable();
    table.text("allowed_domains").notNullable();
    table.boolean("creates_accounts").notNullable();
    // its addresses count as verified although it doesn't say so
    table.boolean("emails_are_verified").notNullable().defaultTo(false);
    columns.uuid("role_id").references("id").inTable("roles").onDelete("SET NULL");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
  });
  // accounts there that are linked to accounts here
  await createTable(knex, "user_identities", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns
      .uuid("provider_id")
      .notNullable()
      .references("id")
      .inTable("sign_in_providers")
      .onDelete("CASCADE");
    table.string("subject", 255).notNullable();
    table.string("email", 255);
    columns.time("last_used_at");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.unique(["provider_id", "subject"]);
    table.unique(["user_id", "provider_id"]);
  });
  // sign-ins that wait for a provider
  await createTable(knex, "provider_sign_ins", (table, columns) => {
    columns.sha256("state_hash").primary();
    columns.sha256("browser_hash").notNullable();
    columns
      .uuid("provider_id")
      .notNullable()
      .references("id")
      .inTable("sign_in_providers")
      .onDelete("CASCADE");
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    table.string("purpose", 20).notNullable();
    table.text("payload").notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("consumed_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["provider_sign_ins", "user_identities", "sign_in_providers"])
    await knex.schema.dropTable(table);
}
