import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Rows that transactions write to as locks for things that aren't a single row; see src/database/transaction.ts. */
const NAMES = ["authority", "settings", "system_admins"];

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "locks", (table) => {
    table.string("name", 32).primary();
    table.bigInteger("taken").notNullable();
  });
  for (const name of NAMES) await knex("locks").insert({ name, taken: 0 }).onConflict("name").ignore();
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("locks");
}
