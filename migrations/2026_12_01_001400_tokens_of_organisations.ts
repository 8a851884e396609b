import type { Knex } from "knex";
import { changeTable } from "../src/database/table.js";

const CREDENTIALS = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
];
const CLIENT_COLUMNS = ["organisation_id", "organisation_role"];

/**
 * The organisation that a credential is for, null for none; and the one that a client belongs to, with its role there. Without
 * foreign keys, which SQLite could add only by copying the tables: whatever deletes an organisation ends what is for it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of CREDENTIALS)
    await changeTable(knex, name, (table, columns) => {
      columns.uuid("organisation_id");
      table.index(["organisation_id"]);
    });
  await changeTable(knex, "oauth_clients", (table, columns) => {
    columns.uuid("organisation_id");
    columns.ascii("organisation_role", 48);
    table.index(["organisation_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of [...CREDENTIALS, "oauth_clients"]) {
    await knex.schema.alterTable(name, (table) => table.dropIndex(["organisation_id"]));
    // plain SQL, because knex would copy the whole table on SQLite
    const columns = name === "oauth_clients" ? CLIENT_COLUMNS : ["organisation_id"];
    for (const column of columns) await knex.raw(`alter table ${name} drop column ${column}`);
  }
}
