import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_clients", (table, columns) => {
    columns.uuid("id").primary();
    table.string("name", 255).notNullable();
    table.string("type", 16).notNullable();
    columns.sha256("secret_hash");
    table.text("grant_types").notNullable();
    table.text("redirect_uris").notNullable();
    table.boolean("may_introspect").notNullable().defaultTo(false);
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
  });
  await createTable(knex, "oauth_access_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("family_id").notNullable().index();
    columns.sha256("token_hash").notNullable().unique();
    table.text("scopes").notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("revoked_at");
    columns.time("last_used_at");
    table.string("last_used_ip", 45);
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
  await createTable(knex, "oauth_refresh_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("family_id").notNullable().index();
    columns.sha256("token_hash").notNullable().unique();
    table.text("scopes").notNullable();
    columns.time("family_expires_at").notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("rotated_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
  await createTable(knex, "oauth_authorization_codes", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("family_id").notNullable();
    columns.sha256("code_hash").notNullable().unique();
    table.text("scopes").notNullable();
    table.text("redirect_uri").notNullable();
    table.string("code_challenge", 128).notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("redeemed_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
  await createTable(knex, "oauth_device_codes", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    columns.sha256("device_code_hash").notNullable().unique();
    columns.sha256("user_code_hash").notNullable().unique();
    table.text("scopes").notNullable();
    columns.time("expires_at").notNullable().index();
    table.integer("interval_seconds").notNullable();
    columns.time("last_polled_at");
    columns.time("approved_at");
    columns.time("denied_at");
    columns.time("redeemed_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["device_codes", "authorization_codes", "refresh_tokens", "access_tokens", "clients"])
    await knex.schema.dropTable(`oauth_${table}`);
}
