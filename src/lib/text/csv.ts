import { stringify } from "csv-stringify/sync";

/** Heading → cell value, in the order of the columns. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => string | null>>;

const BYTE_ORDER_MARK = "\uFEFF";
const OPTIONS = { quoted: true, escape_formulas: true, record_delimiter: "windows" } as const;

/**
 * Items as CSV (RFC 4180) in UTF-8, with a heading. Every cell is quoted, and text that a spreadsheet would read as a
 * formula begins with an apostrophe, whichever separator it expects. The byte order mark tells spreadsheets the
 * encoding.
 * @param batches of items, each written in one tick of the event loop
 */
export async function* csv<Item>(
  columns: CsvColumns<Item>,
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const rowOf = (item: Item): (string | null)[] => cells.map((cellOf) => withoutFormulas(cellOf(item)));
  const heading = BYTE_ORDER_MARK + stringify([Object.keys(columns)], OPTIONS);
  let isFirst = true;
  for await (const items of batches) {
    yield (isFirst ? heading : "") + stringify(items.map(rowOf), OPTIONS);
    isFirst = false;
  }
  if (isFirst) yield heading;
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
