import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** The last sign-in that an import gave an account; a later one means that somebody has used it here. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("imported_accounts", (table) => {
    table.bigInteger("last_login_at");
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table imported_accounts drop column last_login_at");
}
