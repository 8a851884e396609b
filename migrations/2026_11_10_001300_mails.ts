import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "mails", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("user_id");
    table.string("kind", 64).notNullable();
    // encrypted; null after the mail was sent, has expired or has failed permanently
    table.text("payload");
    table.string("status", 16).notNullable();
    table.integer("attempts").notNullable().defaultTo(0);
    columns.time("available_at").notNullable();
    columns.time("expires_at");
    // of the request that queued it, for the log of its delivery
    table.uuid("trace_id");
    columns.time("created_at").notNullable().index();
    columns.time("sent_at");
    table.index(["status", "available_at"]);
    table.index(["status", "expires_at"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("mails");
}
