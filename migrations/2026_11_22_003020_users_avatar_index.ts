import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** An index for removing unused pictures, which searches the account of every file. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.index(["avatar"]);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["avatar"]);
  });
}
