import type { Knex } from "knex";
import { changeSchema, eachRow } from "../src/database/schema-change.js";
import { searchText } from "../src/lib/text/search.js";

/**
 * Adds the name in lower case, which is the same on every database. The previous release leaves it null in new rows.
 */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("personal_access_tokens", (table) => {
    table.text("search_key");
  });
  await changeSchema(knex, change);
  await eachRow<{ id: string; name: string }>(
    () => knex("personal_access_tokens").whereNull("search_key").select("id", "name"),
    ({ id, name }) =>
      knex("personal_access_tokens")
        .where({ id })
        .update({ search_key: searchText(name) }),
  );
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table personal_access_tokens drop column search_key");
}
