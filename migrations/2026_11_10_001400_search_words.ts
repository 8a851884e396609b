import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";

/** The words that the lists of users and tokens are searched by, and how far they are checked and counted. */
export async function up(knex: Knex): Promise<void> {
  await createWords(knex);
  await createTable(knex, "list_upkeep", (table, columns) => {
    table.string("list", 16).primary();
    columns.time("words_checked_until").notNullable().defaultTo(0);
    columns.time("counted_until").notNullable().defaultTo(0);
    table.integer("counted").notNullable().defaultTo(0);
  });
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
  for (const table of ["list_upkeep", "search_words"]) await knex.schema.dropTable(table);
}
