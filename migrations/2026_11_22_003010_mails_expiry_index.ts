import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Mails that expire while they wait are found every two seconds, however long the queue has become. */
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
