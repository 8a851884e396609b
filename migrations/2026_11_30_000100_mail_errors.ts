import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Why the last attempt to send a mail failed; null before it, and while one is made. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("mails", (table) => {
    table.string("last_error", 300);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table mails drop column last_error");
}
