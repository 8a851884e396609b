import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Adds labels and explanations in languages other than the default, and the version that caches check. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("definitions", (table) => {
    table.text("translations");
  });
  await changeSchema(knex, change);
  await knex("cache_versions").insert({ name: "definitions", version: 1 }).onConflict("name").ignore();
}

export async function down(knex: Knex): Promise<void> {
  await knex("cache_versions").where({ name: "definitions" }).del();
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table definitions drop column translations");
}
