import type { Knex } from "knex";
import { changeSchema, eachRow } from "../src/database/schema-change.js";
import { now } from "../src/lib/clock.js";

/** Existing accounts get the time of the migration, so the lifetime of their passwords starts with the deployment. */
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
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  await knex.raw("alter table users drop column password_changed_at");
}
