import { searchText, searchWords } from "../../../lib/text/search.js";
import {
  DEFAULT_LOCALE,
  knownText,
  translatorOf,
  type MessageKey,
  type Translate,
} from "../../../texts/translate.js";

/** Finds texts that contain every word of a search. Without words, it finds all. */
export class Matcher {
  private readonly words: readonly string[];

  constructor(
    search: string,
    private readonly t: Translate,
  ) {
    this.words = searchWords(search);
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  finds(text: string): boolean {
    const searched = searchText(text);
    return this.words.every((word) => searched.includes(word));
  }

  /** Whether the label or the other words for it match. @param more text that belongs to the label */
  findsLabel(label: MessageKey, more = ""): boolean {
    return this.finds([this.t(label), more, ...synonymsOf(label, this.t)].join(" "));
  }
}

/** Other words for a label, in the reader's language and in English, in which technical terms are often known. */
const synonymsOf = (label: MessageKey, t: Translate): string[] =>
  [t, translatorOf(DEFAULT_LOCALE)].map((translate) => knownText(translate, `search.words.${label}`) ?? "");
