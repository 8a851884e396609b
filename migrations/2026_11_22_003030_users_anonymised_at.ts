import type { Knex } from "knex";
import { changeSchema, eachRow } from "../src/database/schema-change.js";
import { now } from "../src/lib/clock.js";

/** Adds the time of anonymisation, so that these accounts aren't read again. Before, they had an empty password. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.bigInteger("anonymised_at");
    table.index(["anonymised_at", "deleted_at"]);
  });
  await changeSchema(knex, change);
  const anonymised_at = now();
  await eachRow<{ id: string }>(
    () =>
      knex("users")
        .whereNotNull("deleted_at")
        .where({ password: "" })
        .whereNull("anonymised_at")
        .select("id"),
    ({ id }) => knex("users").where({ id }).update({ anonymised_at }),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(["anonymised_at", "deleted_at"]);
  });
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  await knex.raw("alter table users drop column anonymised_at");
}
