import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

const COLUMNS = ["previous_login_at", "previous_login_ip"];

/**
 * Adds the sign-in before the last one. The former version ignores the columns; a sign-in that it serves isn't stored
 * as the previous one.
 */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.bigInteger("previous_login_at");
    table.string("previous_login_ip", 45);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  for (const column of COLUMNS) await knex.raw(`alter table users drop column ${column}`);
}
