import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";
import { changeSchema } from "../src/database/schema-change.js";

/** Which accounts an import made, and accounts whose second factor it couldn't carry. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "import_runs", (table, columns) => {
    columns.uuid("id").primary();
    // the application that made the file
    table.string("source", 32).notNullable();
    columns.time("created_at").notNullable();
    columns.time("finished_at");
    columns.time("undone_at");
  });
  await createTable(knex, "imported_accounts", (table, columns) => {
    columns.uuid("user_id").primary().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("run_id").notNullable().references("id").inTable("import_runs").onDelete("CASCADE");
    // the id that the application knew the account by
    table.string("former_id", 255);
    // of the account after the import; a higher one means that somebody has changed it since
    table.integer("version").notNullable();
    table.index(["run_id", "user_id"]);
  });
  const change = knex.schema.alterTable("users", (table) => {
    table.boolean("two_factor_lost").notNullable().defaultTo(false);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite, including the generated columns
  await knex.raw("alter table users drop column two_factor_lost");
  for (const table of ["imported_accounts", "import_runs"]) await knex.schema.dropTable(table);
}
