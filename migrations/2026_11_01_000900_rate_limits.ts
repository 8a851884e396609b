import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "rate_limits", (table, columns) => {
    table.string("key", 191).primary();
    table.integer("hits").notNullable();
    columns.time("expires_at").notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("rate_limits");
}
