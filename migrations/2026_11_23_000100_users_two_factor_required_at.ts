import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/**
 * Adds when the requirement of a second factor began to cover the account. The former version ignores the column, and
 * accounts that it creates are stamped at their next request.
 */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.bigInteger("two_factor_required_at");
    table.index(["two_factor_required_at"]);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["two_factor_required_at"]);
  });
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  await knex.raw("alter table users drop column two_factor_required_at");
}
