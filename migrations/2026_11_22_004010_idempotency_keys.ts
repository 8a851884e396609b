import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Requests with an Idempotency-Key and their answers, for one day. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "idempotency_keys", (table, columns) => {
    // of caller, operation and key
    columns.sha256("id").primary();
    columns.sha256("request_hash").notNullable();
    // the request that works on it
    columns.uuid("owner").notNullable();
    table.string("state", 16).notNullable();
    // the id of what was created, as soon as the work is committed
    table.string("result", 64);
    // encrypted
    table.text("answer", "mediumtext");
    columns.time("lease_until").notNullable();
    columns.time("created_at").notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("idempotency_keys");
}
