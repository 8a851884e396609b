import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** An index for expired mails in the queue, which are searched every two seconds. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("mails", (table) => {
    table.index(["status", "expires_at"]);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("mails", (table) => {
    table.dropIndex(["status", "expires_at"]);
  });
}
