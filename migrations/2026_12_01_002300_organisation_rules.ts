import type { Knex } from "knex";
import { changeTable } from "../src/database/table.js";

/** What an organisation requires of who acts for it, and whether anyone can. */
export async function up(knex: Knex): Promise<void> {
  await changeTable(knex, "organisations", (table, columns) => {
    columns.ascii("status", 9).notNullable().defaultTo("active");
    table.boolean("second_factor_required").notNullable().defaultTo(false);
    table.integer("session_minutes");
    columns.uuid("provider_id");
  });
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  for (const column of ["status", "second_factor_required", "session_minutes", "provider_id"])
    await knex.raw(`alter table organisations drop column ${column}`);
}
