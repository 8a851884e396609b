import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Wrong answers to a sign-in in a browser, which may be answered again. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("two_factor_challenges", (table) => {
    table.integer("failures").notNullable().defaultTo(0);
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table two_factor_challenges drop column failures");
}
