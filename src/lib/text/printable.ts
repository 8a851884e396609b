/** Control characters in stored text could change what a terminal or page shows. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
