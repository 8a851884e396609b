import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Whether somebody else chose the password, so that its owner has to replace it. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table users add column password_must_change boolean not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table users drop column password_must_change");
}
