import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds a counter of changes of the address, including requested ones. A verification link is valid for one value. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table users add column email_version integer not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table users drop column email_version");
}
