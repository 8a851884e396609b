import type { Knex } from "knex";
import { searchText } from "../src/lib/search.js";

const BATCH = 500;

/** The name in lower case, alike on every database. Empty in rows that the release before writes meanwhile. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("personal_access_tokens", (table) => {
    table.text("search_key");
  });
  let tokens: { id: string; name: string }[] = [];
  do {
    tokens = (await knex("personal_access_tokens")
      .where("id", ">", tokens.at(-1)?.id ?? "")
      .orderBy("id")
      .limit(BATCH)
      .select("id", "name")) as typeof tokens;
    for (const { id, name } of tokens)
      await knex("personal_access_tokens")
        .where({ id })
        .update({ search_key: searchText(name) });
  } while (tokens.length === BATCH);
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw("alter table personal_access_tokens drop column search_key");
}
