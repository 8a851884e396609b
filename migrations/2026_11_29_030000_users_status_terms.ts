import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

const COLUMNS = ["status_reason", "status_told", "status_until"];

/** Why an account has its status, whether its owner is told, and when the account becomes active again. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.string("status_reason", 500);
    table.boolean("status_told").notNullable().defaultTo(false);
    table.bigInteger("status_until").index();
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["status_until"]);
  });
  // plain SQL, because knex would copy the whole table on SQLite, including the generated columns
  for (const column of COLUMNS) await knex.raw(`alter table users drop column ${column}`);
}
