import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isSqlite } from "../../database/table.js";
import { searchProblem, searchText, searchWords } from "../../lib/text/search.js";

/** After one of these within a text, another word begins. */
const SEPARATORS = "-'’.@+";
const LEADING = new RegExp(`^[${SEPARATORS}]+`, "u");
const BEGINNING = new RegExp(`(?<=[${SEPARATORS}])[^${SEPARATORS}]`, "gu");

/** In characters: the columns of a database have a length. */
const WORD_LENGTH = 255;
/** Of one field, so that a text of nothing but separators doesn't fill the table. */
const WORDS_PER_FIELD = 40;

interface Word {
  word: string;
  /**
   * How many first UTF-16 units it has in common with the previous word of its row. Of the words of a row that begin alike, only
   * the first has fewer than those, so a search counts each row once.
   */
  shared: number;
}

/** The words that a row with these texts is found by: each text from the beginning of each of its parts on. */
export function wordsOf(texts: readonly string[]): Word[] {
  const words = texts.flatMap((text) =>
    searchText(text).split(/\s+/).filter(Boolean).flatMap(beginningsOf).slice(0, WORDS_PER_FIELD),
  );
  const sorted = [...new Set(words.map(cut))].sort();
  return sorted.map((word, index) => ({ word, shared: sharedLength(word, sorted[index - 1] ?? "") }));
}

/**
 * The words of a search, each of which must be the beginning of a word of the row, or its whole id.
 * @throws RangeError for a search that the surface should have rejected
 */
export function searchedWords(search = ""): string[] {
  if (searchProblem(search) !== null) throw new RangeError("The search has too many words.");
  return [...new Set(searchWords(search).map((word) => cut(withoutLeadingSeparators(word))))];
}

const beginningsOf = (text: string): string[] => [
  text,
  ...[...text.matchAll(BEGINNING)].map(({ index }) => text.slice(index)),
];

/** A search for nothing but separators finds what begins with them. */
const withoutLeadingSeparators = (word: string): string => word.replace(LEADING, "") || word;

const cut = (word: string): string => [...word].slice(0, WORD_LENGTH).join("");

function sharedLength(word: string, other: string): number {
  let length = 0;
  while (length < other.length && word[length] === other[length]) length++;
  return length;
}

/** Accounts have their words in one of the first two lists. */
export type WordList = "users" | "deleted_users" | "tokens" | "organisations";

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
