import type { Knex } from "knex";
import { changeTable } from "../src/database/table.js";

/** The code that was mailed to a mailbox of the domain, to verify it. */
export async function up(knex: Knex): Promise<void> {
  await changeTable(knex, "organisation_domains", (_table, columns) => {
    columns.sha256("code_hash").nullable();
    columns.time("code_expires_at").nullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  for (const column of ["code_hash", "code_expires_at"])
    await knex.raw(`alter table organisation_domains drop column ${column}`);
}
