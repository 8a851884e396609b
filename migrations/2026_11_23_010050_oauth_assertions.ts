import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The ids of JWTs with which clients have authenticated, so that none is accepted twice. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "oauth_assertions", (_table, columns) => {
    columns.sha256("id_hash").primary();
    columns.time("expires_at").notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("oauth_assertions");
}
