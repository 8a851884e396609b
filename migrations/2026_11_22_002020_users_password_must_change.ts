import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds whether the owner must replace the password, because someone else set it. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table users add column password_must_change boolean not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table users drop column password_must_change");
}
