import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** How and when the user signed in to a client with OpenID Connect, one row for each grant. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_logins", (table, columns) => {
    columns.uuid("family_id").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("session_id").notNullable().index();
    table.string("nonce", 512);
    columns.time("authenticated_at").notNullable();
    table.string("method", 16);
    columns.time("created_at").notNullable().index();
    table.index(["user_id"]);
    table.index(["client_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("oauth_logins");
}
