import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** How often the account got another address, or asked for one: what a verification link is bound to. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table users add column email_version integer not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table users drop column email_version");
}
