import type { Knex } from "knex";
import { createTable, type Columns } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_clients", (table, columns) => {
    columns.uuid("id").primary();
    table.string("name", 255).notNullable();
    columns.ascii("homepage_url", 1000);
    columns.ascii("logo", 64);
    table.string("type", 16).notNullable();
    columns.sha256("secret_hash");
    table.text("grant_types").notNullable();
    table.text("redirect_uris").notNullable();
    table.text("post_logout_redirect_uris");
    // how it takes part in the protocols, as JSON
    table.text("options");
    // the key of pairwise ids
    table.string("subject_salt", 64);
    table.boolean("may_introspect").notNullable().defaultTo(false);
    // the role with which it acts for itself. There is no foreign key: a role that a client has can't be deleted, and
    // the id of a role that is gone gives nothing.
    columns.uuid("role_id").index();
    columns.time("revoked_at").index();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
  });
  await createTable(knex, "oauth_access_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("family_id").notNullable().index();
    columns.sha256("token_hash").notNullable().unique();
    addLimits(table, columns);
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
    addLimits(table, columns);
    columns.time("family_expires_at").notNullable().index();
    columns.time("expires_at").notNullable().index();
    columns.time("rotated_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
  await createTable(knex, "oauth_authorization_codes", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("family_id").notNullable();
    columns.sha256("code_hash").notNullable().unique();
    addLimits(table, columns);
    table.text("redirect_uri").notNullable();
    table.string("code_challenge", 128).notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("redeemed_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
  await createTable(knex, "oauth_device_codes", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    columns.sha256("device_code_hash").notNullable().unique();
    columns.sha256("user_code_hash").notNullable().unique();
    table.text("scopes").notNullable();
    table.text("resources");
    columns.time("expires_at").notNullable().index();
    table.integer("interval_seconds").notNullable();
    columns.time("last_polled_at");
    columns.time("approved_at");
    columns.time("denied_at");
    columns.time("redeemed_at");
    columns.time("revoked_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
  // authorization requests that clients have pushed (RFC 9126)
  await createTable(knex, "oauth_pushed_requests", (table, columns) => {
    columns.sha256("uri_hash").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    table.text("parameters").notNullable();
    columns.time("expires_at").notNullable().index();
    table.index(["client_id"]);
  });
  // the ids of JWTs with which clients have authenticated, so that none is accepted twice
  await createTable(knex, "oauth_assertions", (_table, columns) => {
    columns.sha256("id_hash").primary();
    columns.time("expires_at").notNullable().index();
  });
}

/** What a grant is limited to: scopes, resources (RFC 8707) as a JSON list, and the key that must come with it (RFC 9449). */
function addLimits(table: Knex.CreateTableBuilder, columns: Columns): void {
  table.text("scopes").notNullable();
  table.text("resources");
  columns.sha256("key_thumbprint");
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["assertions", "pushed_requests", "device_codes", "authorization_codes"])
    await knex.schema.dropTable(`oauth_${table}`);
  for (const table of ["refresh_tokens", "access_tokens", "clients"])
    await knex.schema.dropTable(`oauth_${table}`);
}
