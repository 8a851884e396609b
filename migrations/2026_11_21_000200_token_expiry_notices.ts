import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** The last notice before a token expires, as the number of days before; null before the first. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("personal_access_tokens", (table) => {
    table.integer("expiry_notice_days");
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table personal_access_tokens drop column expiry_notice_days");
}
