import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";

const SECOND_FACTOR = `smallint generated always as
  (case when two_factor_confirmed_at is not null or passkey_count > 0 then 1 else 0 end) virtual`;
const INDEX = "users_deleted_at_second_factor_created_at_id_index";

/**
 * Adds the words that the lists of users and tokens are searched by, which `completeWords` fills, and what the list of users is
 * filtered by second factor with. Nothing reads the tables `list_segments` and `list_postings` and the columns `list_…` any more; the
 * next release drops them.
 */
export async function up(knex: Knex): Promise<void> {
  await createWords(knex);
  await createTable(knex, "list_upkeep", (table, columns) => {
    table.string("list", 16).primary();
    columns.time("words_checked_until").notNullable().defaultTo(0);
    columns.time("counted_until").notNullable().defaultTo(0);
    table.integer("counted").notNullable().defaultTo(0);
  });
  await changeOnce(knex, `alter table users add column second_factor ${SECOND_FACTOR}`);
  await changeOnce(knex, `create index ${INDEX} on users (deleted_at, second_factor, created_at, id)`);
}

/** On SQLite without row ids, so that the table is only once in the file: as the index of its primary key. */
async function createWords(knex: Knex): Promise<void> {
  if (isSqlite(knex)) {
    const columns = "list text not null, word text not null, row_id text not null, shared integer not null";
    await changeOnce(
      knex,
      `create table search_words (${columns}, primary key (list, word, row_id)) without rowid`,
    );
    await changeOnce(
      knex,
      "create index search_words_list_row_id_word_index on search_words (list, row_id, word)",
    );
  } else
    await createTable(knex, "search_words", (table, columns) => {
      table.string("list", 16).notNullable();
      table.string("word", 255).notNullable();
      columns.uuid("row_id").notNullable();
      table.smallint("shared").notNullable();
      table.primary(["list", "word", "row_id"]);
      table.index(["list", "row_id", "word"]);
    });
}

export async function down(knex: Knex): Promise<void> {
  await changeOnce(knex, `drop index ${INDEX}${isSqlite(knex) ? "" : " on users"}`);
  await changeOnce(knex, "alter table users drop column second_factor");
  for (const table of ["search_words", "list_upkeep"]) await knex.schema.dropTableIfExists(table);
}
