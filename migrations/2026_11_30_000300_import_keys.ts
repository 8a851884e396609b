import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Secrets of other applications that their password hashes need, which name them by their id. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "import_keys", (table, columns) => {
    columns.ascii("id", 8).primary();
    // how the secret takes part, for example `firebase`
    table.string("scheme", 32).notNullable();
    // encrypted
    table.text("secret").notNullable();
    columns.time("created_at").notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("import_keys");
}
