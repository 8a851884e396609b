import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";

/**
 * Rows as CSV (RFC 4180) in UTF-8, with a heading. Every cell is quoted, and one that a spreadsheet would take for a
 * formula begins with an apostrophe. The mark at the beginning tells spreadsheets the encoding.
 */
export function csv<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: AsyncIterable<Row>,
): AsyncIterable<Buffer> {
  const options = { columns: [...columns], header: true, quoted: true, escape_formulas: true, bom: true };
  const lines = stringify({ ...options, record_delimiter: "windows" });
  // what goes wrong reaches whoever reads the lines
  pipeline(Readable.from(rows), lines, () => undefined);
  return lines;
}
