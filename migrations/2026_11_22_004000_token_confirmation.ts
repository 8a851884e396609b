import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

const TABLE = "personal_access_tokens";

/** Adds the time at which the owner last confirmed the password with a token; null means when it was issued. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, `alter table ${TABLE} add column confirmed_at bigint`);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw(`alter table ${TABLE} drop column confirmed_at`);
}
