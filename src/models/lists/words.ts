import { searchProblem, searchText, searchWords } from "../../lib/text/search.js";

/** After one of these within a text, another word begins. */
const SEPARATORS = "-'’.@+";
const LEADING = new RegExp(`^[${SEPARATORS}]+`, "u");
const BEGINNING = new RegExp(`(?<=[${SEPARATORS}])[^${SEPARATORS}]`, "gu");

/** In characters: the columns of a database have a length. */
export const WORD_LENGTH = 255;
/** Of one field, so that a text of nothing but separators doesn't fill the table. */
const WORDS_PER_FIELD = 40;

export interface Word {
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
