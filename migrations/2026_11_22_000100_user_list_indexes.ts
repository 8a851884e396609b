import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/**
 * Indexes for the sort orders of the list of users. The database reads only one page instead of sorting all accounts.
 */
const ORDERS = [
  ["deleted_at", "first_name", "last_name", "id"],
  ["deleted_at", "email", "id"],
  ["deleted_at", "status", "id"],
  ["deleted_at", "status", "created_at", "id"],
];
/** This index is replaced by the last one above, because every query for a status also excludes deleted accounts. */
const BY_STATUS = ["status", "created_at", "id"];

export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    for (const columns of ORDERS) table.index(columns);
    table.dropIndex(BY_STATUS);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.index(BY_STATUS);
    for (const columns of ORDERS) table.dropIndex(columns);
  });
}
