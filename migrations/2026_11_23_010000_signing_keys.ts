import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The keys that sign ID tokens and logout tokens. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_signing_keys", (table, columns) => {
    columns.uuid("id").primary();
    table.string("algorithm", 8).notNullable();
    table.text("public_key").notNullable();
    table.text("private_key").notNullable();
    columns.time("signs_from").notNullable();
    columns.time("ends_at").index();
    columns.time("created_at").notNullable();
    table.index(["algorithm", "signs_from"]);
  });
  await knex("locks").insert({ name: "signing_keys", taken: 0 }).onConflict("name").ignore();
}

export async function down(knex: Knex): Promise<void> {
  await knex("locks").where({ name: "signing_keys" }).del();
  await knex.schema.dropTable("oauth_signing_keys");
}
