import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Adds the last notice about the expiry of a token, as the number of days before it; null before the first notice. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("personal_access_tokens", (table) => {
    table.integer("expiry_notice_days");
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table personal_access_tokens drop column expiry_notice_days");
}
