import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

const INDEX = "oauth_clients_role_id_index";

/**
 * Adds the role with which a client acts for itself. There is no foreign key: a role that a client has can't be
 * deleted, and the id of a role that is gone gives nothing.
 */
export async function up(knex: Knex): Promise<void> {
  const type = isSqlite(knex) ? "text" : "char(36) character set ascii collate ascii_bin";
  await changeOnce(knex, `alter table oauth_clients add column role_id ${type}`);
  await changeOnce(knex, `create index ${INDEX} on oauth_clients (role_id)`);
}

export async function down(knex: Knex): Promise<void> {
  await changeOnce(knex, `drop index ${INDEX}${isSqlite(knex) ? "" : " on oauth_clients"}`);
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_clients drop column role_id");
}
