import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Values that the service stores about itself: the check value of APP_KEY and the last successful test write. */
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
