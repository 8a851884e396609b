import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  // the keys that sign ID tokens and logout tokens
  await createTable(knex, "oauth_signing_keys", (table, columns) => {
    columns.uuid("id").primary();
    table.string("algorithm", 8).notNullable();
    table.text("public_key").notNullable();
    table.text("private_key").notNullable();
    columns.time("signs_from").notNullable();
    columns.time("ends_at").index();
    columns.time("created_at").notNullable();
    table.index(["algorithm", "signs_from"]);
  });
  // how and when the user signed in to a client, one row for each grant
  await createTable(knex, "oauth_logins", (table, columns) => {
    columns.uuid("family_id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("session_id").notNullable().index();
    table.string("nonce", 512);
    // what the client asked for
    table.text("claims");
    columns.time("authenticated_at").notNullable();
    table.string("method", 16);
    // when the client is told that the session has ended: null while it hasn't, and after the client was told
    table.boolean("notifies_logout").notNullable().defaultTo(false);
    columns.time("logout_due_at").index();
    table.integer("logout_attempts").notNullable().defaultTo(0);
    table.uuid("logout_trace_id");
    columns.time("session_ended_at");
    columns.time("created_at").notNullable().index();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["oauth_logins", "oauth_signing_keys"]) await knex.schema.dropTable(table);
}
