import type { Knex } from "knex";

const TABLE = "personal_access_tokens";

/**
 * Whether somebody chose the scopes of a token. Null in older rows and in those that the release before writes while both
 * serve: there, any scopes are taken for chosen ones.
 */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasColumn(TABLE, "scopes_selected")) return;
  await knex.schema.alterTable(TABLE, (table) => {
    table.boolean("scopes_selected");
  });
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw(`alter table ${TABLE} drop column scopes_selected`);
}
