import { text, type Text } from "../../texts/translate.js";
import { caselessForm } from "./normal-form.js";

/** In characters, as in the contract; no searched field is longer. */
const MAX_SEARCH_LENGTH = 255;

/** The same form for stored and searched text. The final sigma is folded, because a part of a word ends elsewhere. */
export const searchText = (text: string): string =>
  caselessForm(text, MAX_SEARCH_LENGTH).replaceAll("ς", "σ");

/** Each word is one more condition on every row. */
export const MAX_SEARCH_WORDS = 8;

export const searchWords = (search: string): string[] => searchText(search).split(/\s+/).filter(Boolean);

/** The error of a search text, or null. Every surface with a search calls it. */
export function searchProblem(search: string): Text | null {
  if ([...search].length > MAX_SEARCH_LENGTH) return text("validation.too_long", { max: MAX_SEARCH_LENGTH });
  return searchWords(search).length > MAX_SEARCH_WORDS
    ? text("validation.search.words", { max: MAX_SEARCH_WORDS })
    : null;
}

/** The searched text of a row with several fields: each follows a line feed, which no word contains. */
export const fieldsInOneText = (fields: readonly string[]): string =>
  fields.map((field) => `\n${searchText(field)}`).join("");
