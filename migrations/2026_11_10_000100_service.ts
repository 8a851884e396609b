import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** What the service keeps about itself: versions of caches, locks, state, limits and answers to repeat. */
export async function up(knex: Knex): Promise<void> {
  // every change raises the version in its transaction, and every request reads it, so no process uses an outdated
  // cache
  await createTable(knex, "cache_versions", (table) => {
    table.string("name", 32).primary();
    table.bigInteger("version").notNullable();
  });
  for (const name of ["authority", "definitions"])
    await knex("cache_versions").insert({ name, version: 1 }).onConflict("name").ignore();
  // rows that transactions write to as locks for things that aren't a single row (src/database/transaction.ts)
  await createTable(knex, "locks", (table) => {
    table.string("name", 32).primary();
    table.bigInteger("taken").notNullable();
  });
  for (const name of ["authority", "list_index", "settings", "signing_keys", "system_admins"])
    await knex("locks").insert({ name, taken: 0 }).onConflict("name").ignore();
  // the check value of APP_KEY and the last successful test write
  await createTable(knex, "service_state", (table, columns) => {
    table.string("name", 32).primary();
    table.text("value").notNullable();
    columns.time("updated_at").notNullable();
  });
  await createTable(knex, "rate_limits", (table, columns) => {
    table.string("key", 191).primary();
    table.integer("hits").notNullable();
    columns.time("expires_at").notNullable().index();
  });
  // requests with an Idempotency-Key and their answers, for one day
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
  for (const table of ["idempotency_keys", "rate_limits", "service_state", "locks", "cache_versions"])
    await knex.schema.dropTable(table);
}
