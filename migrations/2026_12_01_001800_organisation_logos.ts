import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** The name of the file with an organisation's logo. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table organisations add column logo varchar(64)");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table organisations drop column logo");
}
