import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds the addresses at which a client gets its users back after it signed them out. Null for none. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table oauth_clients add column post_logout_redirect_uris text");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_clients drop column post_logout_redirect_uris");
}
