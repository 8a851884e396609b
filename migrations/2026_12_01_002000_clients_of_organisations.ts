import type { Knex } from "knex";
import { changeTable } from "../src/database/table.js";

/**
 * The organisation that a client belongs to, null for the service; and the role with which it acts there for itself, null for
 * none. Without a foreign key, which SQLite could add only by copying the table: whatever deletes an organisation revokes
 * its clients, and one that a former release has left over stays the client of no one.
 */
export async function up(knex: Knex): Promise<void> {
  await changeTable(knex, "oauth_clients", (table, columns) => {
    columns.uuid("organisation_id");
    columns.ascii("organisation_role", 16);
    table.index(["organisation_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("oauth_clients", (table) => table.dropIndex(["organisation_id"]));
  // plain SQL, because knex would copy the whole table on SQLite
  for (const column of ["organisation_id", "organisation_role"])
    await knex.raw(`alter table oauth_clients drop column ${column}`);
}
