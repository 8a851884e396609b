import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

const COLUMNS = ["document_url", "document_fetched_at", "document_expires_at", "registered_itself"];

const PRUNED_BY = [["document_fetched_at"], ["registered_itself", "created_at"]];

/** Clients that no administrator registered: those that a document describes, and those that registered themselves. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("oauth_clients", (table) => {
    table.string("document_url", 1000);
    table.bigInteger("document_fetched_at");
    table.bigInteger("document_expires_at");
    table.boolean("registered_itself").notNullable().defaultTo(false);
    // those that nobody uses are pruned
    for (const columns of PRUNED_BY) table.index(columns);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("oauth_clients", (table) => {
    for (const columns of PRUNED_BY) table.dropIndex(columns);
  });
  // plain SQL, because knex would copy the whole table on SQLite
  for (const column of COLUMNS) await knex.raw(`alter table oauth_clients drop column ${column}`);
}
