import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Whether an account shows a picture is asked of every file in the folder. */
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
