import type { Knex } from "knex";

const TABLE = "personal_access_tokens";

/**
 * Adds whether the user selected the scopes of a token. It is null in older rows and, during a rolling upgrade, in
 * rows of the previous release. Any scopes in these rows are treated as selected.
 */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasColumn(TABLE, "scopes_selected")) return;
  await knex.schema.alterTable(TABLE, (table) => {
    table.boolean("scopes_selected");
  });
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw(`alter table ${TABLE} drop column scopes_selected`);
}
