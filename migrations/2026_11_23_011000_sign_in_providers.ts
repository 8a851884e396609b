import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable } from "../src/database/table.js";

/**
 * Sign-in providers, the accounts there that are linked to accounts here, and sign-ins that wait for a provider. The
 * former version ignores all of it.
 */
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
    columns.uuid("role_id").references("id").inTable("roles").onDelete("SET NULL");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
  });
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
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  await changeOnce(knex, "alter table users add column identity_count integer not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table users drop column identity_count");
  await knex.schema.dropTable("provider_sign_ins");
  await knex.schema.dropTable("user_identities");
  await knex.schema.dropTable("sign_in_providers");
}
