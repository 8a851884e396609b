/*
 * The only file that calls `normalize()` (a lint rule). It takes time that grows with the square of the number of
 * combining marks, so a text is measured first: one form of 62 kB would stop the process for a second. A text over the
 * limit of its field is returned unchanged, because every field rejects it for its length.
 */

/** @param limit of the field, in characters, each of which is at most two UTF-16 code units */
const isWithin = (text: string, limit: number): boolean => text.length <= 2 * limit;

/** The text in the composed form (NFC). @param limit of the field, in characters */
export const normalForm = (text: string, limit: number): string =>
  isWithin(text, limit) ? text.normalize("NFC") : text;

/** The text in NFC and lower case, for comparisons. @param limit of the field, in characters */
export const caselessForm = (text: string, limit: number): string =>
  isWithin(text, limit) ? text.normalize("NFC").toLowerCase().normalize("NFC") : text;
