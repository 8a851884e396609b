import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Authorization requests that clients have pushed (RFC 9126). */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_pushed_requests", (table, columns) => {
    columns.sha256("uri_hash").primary();
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    table.text("parameters").notNullable();
    columns.time("expires_at").notNullable().index();
    table.index(["client_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("oauth_pushed_requests");
}
