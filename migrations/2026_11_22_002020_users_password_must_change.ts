import type { Knex } from "knex";

/** Whether somebody else chose the password, so that its owner has to replace it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("users", (table) => {
    table.boolean("password_must_change").notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table users drop column password_must_change");
}
