import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** The list of users is sorted by the last sign-in. */
export async function up(knex: Knex): Promise<void> {
  await changeSchema(
    knex,
    knex.schema.alterTable("users", (table) => {
      table.index(["last_login_at"]);
    }),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["last_login_at"]);
  });
}
