import { text, type Text } from "../texts/translate.js";

/** The same form for stored and searched text. The final sigma is folded, because a part of a word ends elsewhere. */
export const searchText = (text: string): string =>
  text.normalize("NFC").toLowerCase().normalize("NFC").replaceAll("ς", "σ");

/** Each word is one more condition on every row. */
export const MAX_SEARCH_WORDS = 8;

export const searchWords = (search: string): string[] => searchText(search).split(/\s+/).filter(Boolean);

/** The error of a search text, or null. Every surface with a search calls it. */
export const searchProblem = (search: string): Text | null =>
  searchWords(search).length > MAX_SEARCH_WORDS
    ? text("validation.search.words", { max: MAX_SEARCH_WORDS })
    : null;

/**
 * For `like ? escape '!'` on text in the form of `searchText`: a pattern for each word, all of which must match.
 * @throws RangeError for a search that the surface should have refused
 */
export function searchPatterns(search = ""): string[] {
  if (searchProblem(search) !== null) throw new RangeError("The search has too many words.");
  return searchWords(search).map((word) => `%${word.replaceAll(/[!%_]/g, "!$&")}%`);
}
