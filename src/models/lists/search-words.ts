import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isSqlite } from "../../database/table.js";
import { wordsOf } from "./words.js";

/** Accounts have their words in one of the first two lists. */
export type WordList = "users" | "deleted_users" | "tokens";

/** A row with the texts that it is found by. */
export interface SearchedRow {
  id: string;
  texts: readonly string[];
}

const TABLE = "search_words";
/** Rows per statement. */
const WRITTEN_TOGETHER = 200;
/** In the binary order, it follows every text that begins with the word before it. */
const LAST_CHARACTER = "\u{10ffff}";

/** Adds the words of rows that have none, in the transaction that writes the rows. */
export async function addWords(trx: Knex, list: WordList, rows: readonly SearchedRow[]): Promise<void> {
  const words = rows.flatMap(({ id, texts }) =>
    wordsOf(texts).map(({ word, shared }) => ({ list, word, row_id: id, shared })),
  );
  for (let start = 0; start < words.length; start += WRITTEN_TOGETHER)
    await trx(TABLE).insert(words.slice(start, start + WRITTEN_TOGETHER));
}

/** Removes the words of rows from these lists. */
export const removeWords = (
  trx: Knex,
  lists: readonly WordList[],
  ids: readonly string[],
): PromiseLike<unknown> =>
  trx(TABLE)
    .whereIn("list", [...lists])
    .whereIn("row_id", [...ids])
    .del();

/** A query for the rows of which a word begins with this one, each once, as `found.row_id`. */
export function rowsWithWord(knex: Knex, list: WordList, word: string): Knex.QueryBuilder {
  const table = isSqlite(knex) ? `${TABLE} as found` : `${TABLE} as found force index (primary)`;
  return knex(knex.raw(table) as unknown as string)
    .where("found.list", list)
    .where("found.word", ">=", word)
    .where("found.word", "<", word + LAST_CHARACTER)
    .where("found.shared", "<", word.length);
}

/** Whether the search word can be an id, which is found only as a whole. */
export const isId = (word: string): boolean => isUuid(word);

/** The SQL condition that a word of the row begins with this one. @param id the column with the id of the row */
export function hasWord(knex: Knex, list: WordList, id: string, word: string): Knex.Raw {
  const index = isSqlite(knex) ? "" : "force index (search_words_list_row_id_word_index)";
  // not `exists`, which MariaDB would turn into a join that begins with all rows that have the word
  return knex.raw(
    `(select 1 from ${TABLE} as own ${index} where own.list = ? and own.row_id = ??
      and own.word >= ? and own.word < ? limit 1) is not null`,
    [list, id, word, word + LAST_CHARACTER],
  );
}
