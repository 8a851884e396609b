import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "settings", (table, columns) => {
    table.string("key", 64).primary();
    table.text("value").notNullable();
    columns.time("updated_at").notNullable();
  });
  await createTable(knex, "definitions", (table, columns) => {
    columns.uuid("id").primary();
    table.string("key", 64).notNullable();
    table.string("value", 64).notNullable();
    table.string("label", 128).notNullable();
    table.integer("sort_order").notNullable();
    table.string("severity", 16).notNullable();
    table.string("icon", 64);
    table.string("explanation", 255);
    // labels and explanations in languages other than the default, as JSON
    table.text("translations");
    table.boolean("is_active").notNullable().defaultTo(true);
    table.unique(["key", "value"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["definitions", "settings"]) await knex.schema.dropTable(table);
}
