import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** The id that another application knows an account by. It isn't unique: two applications can use the same one. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.string("external_id", 255).notNullable().defaultTo("");
    table.index(["deleted_at", "external_id", "id"]);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["deleted_at", "external_id", "id"]);
  });
  // plain SQL, because knex would copy the whole table on SQLite, including the generated columns
  await knex.raw("alter table users drop column external_id");
}
