import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/**
 * Adds `revocation_pending_at`, the time of a denied status whose revocation isn't complete, and `lock_count`, which
 * transactions write to lock the account on every node of a cluster.
 */
export async function up(knex: Knex): Promise<void> {
  for (const change of [
    "alter table users add column revocation_pending_at bigint",
    "alter table users add column lock_count integer not null default 0",
    "create index users_revocation_pending_at_index on users (revocation_pending_at)",
  ])
    await changeOnce(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => table.dropIndex("revocation_pending_at"));
  for (const column of ["lock_count", "revocation_pending_at"])
    await knex.raw(`alter table users drop column ${column}`);
}
