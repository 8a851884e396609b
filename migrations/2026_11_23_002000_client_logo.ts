import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Adds the file of a client's logo, which users see before they allow the client. Null for none. */
export async function up(knex: Knex): Promise<void> {
  const type = isSqlite(knex) ? "text" : "varchar(64) character set ascii collate ascii_bin";
  await changeOnce(knex, `alter table oauth_clients add column logo ${type}`);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_clients drop column logo");
}
