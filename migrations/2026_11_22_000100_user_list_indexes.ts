import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** The living in every order that the list of users is sorted by first: 15 of them are read, not all of them sorted. */
const ORDERS = [
  ["deleted_at", "first_name", "last_name", "id"],
  ["deleted_at", "email", "id"],
  ["deleted_at", "status", "id"],
  ["deleted_at", "status", "created_at", "id"],
];
/** Nobody asks for a status without "not deleted", which the last of the others begins with. */
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
