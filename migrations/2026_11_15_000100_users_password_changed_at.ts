import type { Knex } from "knex";
import { now } from "../src/lib/clock.js";

/** Existing accounts get the time of this migration: their expiry clock starts when it is deployed. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.bigInteger("password_changed_at");
  });
  await knex("users").update({ password_changed_at: now() });
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table, and with it the generated column
  await knex.raw("alter table users drop column password_changed_at");
}
