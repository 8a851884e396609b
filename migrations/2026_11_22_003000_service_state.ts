import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** What the service notes about itself: the check value of APP_KEY, the last write that proved the database writable. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "service_state", (table, columns) => {
    table.string("name", 32).primary();
    table.text("value").notNullable();
    columns.time("updated_at").notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("service_state");
}
