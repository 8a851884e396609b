import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Allows accounts without a password, and marks the links that invite their owners to choose one. */
export async function up(knex: Knex): Promise<void> {
  await changePassword(knex, "varchar(100)");
  await changeOnce(knex, "alter table password_resets add column is_invitation boolean not null default 0");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table password_resets drop column is_invitation");
  await knex("users").whereNull("password").update({ password: "" }); // matches nothing
  await changePassword(knex, "varchar(100) not null");
}

/** Plain SQL, because knex would copy the whole table on SQLite. libSQL can change a column. */
const changePassword = (knex: Knex, type: string): PromiseLike<unknown> =>
  knex.raw(
    isSqlite(knex)
      ? `alter table users alter column password to password ${type}`
      : `alter table users modify password ${type}`,
  );
