import type { Knex } from "knex";
import { changeOnce, changeSchema } from "../src/database/schema-change.js";

/** Whether an account waits for its owner to choose the first way to sign in, by which the list of users is filtered. */
const INVITED = `smallint generated always as
  (case when password is null and passkey_count = 0 and identity_count = 0 then 1 else 0 end) virtual`;
const INDEX = ["deleted_at", "invited", "created_at", "id"];

export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, `alter table users add column invited ${INVITED}`);
  await changeSchema(
    knex,
    knex.schema.alterTable("users", (table) => {
      table.index(INDEX);
    }),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.dropIndex(INDEX);
  });
  // plain SQL, because knex would copy the whole table on SQLite, including the generated columns
  await knex.raw("alter table users drop column invited");
}
