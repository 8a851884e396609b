import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Marks hashes of other applications, and makes room for those that are longer than bcrypt's. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table users add column password_imported boolean not null default 0");
  // plain SQL, because knex would copy the whole table on SQLite. libSQL can change a column.
  await knex.raw(
    isSqlite(knex)
      ? "alter table users alter column password to password varchar(255)"
      : "alter table users modify password varchar(255)",
  );
}

export async function down(knex: Knex): Promise<void> {
  // the former version can't read them; their owners can reset them
  await knex("users").where({ password_imported: true }).update({ password: "" });
  await knex.raw("alter table users drop column password_imported");
}
