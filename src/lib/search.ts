import { text, type Text } from "../texts/translate.js";

/** One form for stored and searched text. The final sigma is folded: a part of a word has its end elsewhere. */
export const searchText = (text: string): string =>
  text.normalize("NFC").toLowerCase().normalize("NFC").replaceAll("ς", "σ");

/** Each word is one more condition on every row. */
export const MAX_SEARCH_WORDS = 8;

export const searchWords = (search: string): string[] => searchText(search).split(/\s+/).filter(Boolean);

/** What is wrong with a search, or null. Asked by every surface that takes one. */
export const searchProblem = (search: string): Text | null =>
  searchWords(search).length > MAX_SEARCH_WORDS
    ? text("validation.search.words", { max: MAX_SEARCH_WORDS })
    : null;

/**
 * For `like ? escape '!'` on text in that form: a pattern for each word, all of which have to occur.
 * @throws RangeError on a search that its surface should have refused
 */
export function searchPatterns(search = ""): string[] {
  if (searchProblem(search) !== null) throw new RangeError("The search has too many words.");
  return searchWords(search).map((word) => `%${word.replaceAll(/[!%_]/g, "!$&")}%`);
}
