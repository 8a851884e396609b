import type { Knex } from "knex";
import { changeTable } from "../src/database/table.js";

const CREDENTIALS = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
];

/**
 * The organisation that a credential is for; null for none. Without foreign keys, which SQLite could add only by copying the
 * tables: whatever deletes an organisation ends what is for it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of CREDENTIALS)
    await changeTable(knex, name, (table, columns) => {
      columns.uuid("organisation_id");
      table.index(["organisation_id"]);
    });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of CREDENTIALS) {
    await knex.schema.alterTable(name, (table) => table.dropIndex(["organisation_id"]));
    // plain SQL, because knex would copy the whole table on SQLite
    await knex.raw(`alter table ${name} drop column organisation_id`);
  }
}
