import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";

/** Heading → cell value, in the order of the columns. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => string | null>>;

/**
 * Items as CSV (RFC 4180) in UTF-8, with a heading. Every cell is quoted, and text that a spreadsheet would read as a
 * formula begins with an apostrophe, whichever separator it expects. The byte order mark tells spreadsheets the
 * encoding.
 */
export function csv<Item>(columns: CsvColumns<Item>, items: AsyncIterable<Item>): AsyncIterable<Buffer> {
  const options = {
    columns: Object.keys(columns),
    header: true,
    quoted: true,
    escape_formulas: true,
    bom: true,
  };
  const lines = stringify({ ...options, record_delimiter: "windows" });
  // errors reach the reader of the lines
  pipeline(Readable.from(rowsOf(columns, items)), lines, () => undefined);
  return lines;
}

async function* rowsOf<Item>(
  columns: CsvColumns<Item>,
  items: AsyncIterable<Item>,
): AsyncGenerator<(string | null)[]> {
  const cells = Object.values(columns);
  for await (const item of items) yield cells.map((cellOf) => withoutFormulas(cellOf(item)));
}

/** Blanks, quotes and separators with the character after them, where a spreadsheet may see the start of a cell. */
const BEGINNING = /[\s;"']+[^\s;"']?/g;
const STARTS_FORMULA = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

/** Some spreadsheets split at semicolons or tabs and would see a formula inside a cell. */
const withoutFormulas = (cell: string | null): string | null =>
  cell &&
  cell.replace(BEGINNING, (found, offset: number) => {
    const [before, first] = [found.slice(0, -1), found.slice(-1)];
    const begins = offset === 0 || /[;\t\r\n]/.test(before);
    return begins && STARTS_FORMULA.includes(first) ? `${before}'${first}` : found;
  });
