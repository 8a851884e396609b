import type { Knex } from "knex";
import { changeSchema, eachRow } from "../src/database/schema-change.js";
import { now } from "../src/lib/clock.js";

/** Existing accounts get the time of this migration: their expiry clock starts when it is deployed. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.bigInteger("password_changed_at");
  });
  await changeSchema(knex, change);
  const password_changed_at = now();
  await eachRow<{ id: string }>(
    () => knex("users").whereNull("password_changed_at").select("id"),
    ({ id }) => knex("users").where({ id }).whereNull("password_changed_at").update({ password_changed_at }),
  );
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table, and with it the generated column
  await knex.raw("alter table users drop column password_changed_at");
}
