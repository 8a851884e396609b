import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

const COLUMNS = [
  ...["state", "actor_id", "file_name", "file_bytes", "options", "origin", "summary", "problem"],
  ...["rows_read", "bytes_read", "checked_at", "reported_at", "lease_owner", "lease_until"],
];

/** Imports of uploaded files, which background work checks, carries out and undoes. The command line leaves all of these alone. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("import_runs", (table) => {
    table.string("state", 16).notNullable().defaultTo("importing");
    // who uploaded the file
    table.string("actor_id", 36);
    table.string("file_name", 255);
    table.bigInteger("file_bytes");
    // JSON
    table.text("options");
    table.text("origin");
    table.text("summary", "mediumtext");
    table.text("problem");
    table.bigInteger("rows_read").notNullable().defaultTo(0);
    table.bigInteger("bytes_read").notNullable().defaultTo(0);
    table.bigInteger("checked_at");
    // null without a report
    table.bigInteger("reported_at");
    // the process that works on it
    table.string("lease_owner", 36);
    table.bigInteger("lease_until");
  });
  await changeSchema(knex, change);
  await knex("import_runs").whereNotNull("finished_at").update({ state: "finished" });
  await knex("import_runs").whereNotNull("undone_at").update({ state: "undone" });
}

export async function down(knex: Knex): Promise<void> {
  for (const column of COLUMNS) await knex.raw(`alter table import_runs drop column ${column}`);
}
