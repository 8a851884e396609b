import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Addresses that are too long for a cookie, at which browsers continue after signing in. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "kept_addresses", (table, columns) => {
    columns.sha256("id_hash").primary();
    table.text("address").notNullable();
    columns.time("expires_at").notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("kept_addresses");
}
