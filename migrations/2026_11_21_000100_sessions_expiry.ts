import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

/** Adds the time at which a session expires. Activity extends it, up to the maximum lifetime. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("sessions", (table) => {
    table.bigInteger("expires_at").notNullable().defaultTo(0).index();
  });
  await changeSchema(knex, change);
  await knex("sessions").where({ expires_at: 0 }).del(); // sessions from before this column have no expiry
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("sessions", (table) => {
    table.dropIndex(["expires_at"]);
  });
  await knex.raw("alter table sessions drop column expires_at");
}
