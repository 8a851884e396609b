import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Labels and explanations in further languages, beside those of the default one; and the version that caches ask for. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("definitions", (table) => {
    table.text("translations");
  });
  await changeSchema(knex, change);
  await knex("cache_versions").insert({ name: "definitions", version: 1 }).onConflict("name").ignore();
}

export async function down(knex: Knex): Promise<void> {
  await knex("cache_versions").where({ name: "definitions" }).del();
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table definitions drop column translations");
}
