/** One form for stored and searched text. The final sigma is folded: a part of a word has its end elsewhere. */
export const searchText = (text: string): string =>
  text.normalize("NFC").toLowerCase().normalize("NFC").replaceAll("ς", "σ");

/** For `like ? escape '!'` on text in that form: a pattern for each word, all of which have to occur. */
export const searchPatterns = (search = ""): string[] =>
  searchText(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[!%_]/g, "!$&")}%`);
