import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Passkeys that were created for an account of another application, whose handle their authenticator returns. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("passkeys", (table) => {
    table.boolean("is_imported").notNullable().defaultTo(false);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table passkeys drop column is_imported");
}
