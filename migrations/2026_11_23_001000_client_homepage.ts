import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Adds the homepage of a client, which users see before they allow it. Null where none was entered. */
export async function up(knex: Knex): Promise<void> {
  const type = isSqlite(knex) ? "text" : "varchar(1000) character set ascii collate ascii_bin";
  await changeOnce(knex, `alter table oauth_clients add column homepage_url ${type}`);
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_clients drop column homepage_url");
}
