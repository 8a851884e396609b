import type { FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { RowRejected, SourceRow } from "./sources/source-row.js";
import { jsonIn } from "../../lib/text/json.js";
import { text } from "../../texts/translate.js";
import { FileRejected, shortened } from "./file-rejected.js";
import { isDocument, NotJson, recordsIn, withStart } from "./json-document.js";

/** `json` is a document, or a line for each account; `jsonl` is the latter in any case. */
export const FORMATS = ["csv", "json", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

/** Longer records are rejected. */
const LONGEST_RECORD = 1024 * 1024;

/** A record of the file. */
export interface FileRecord {
  /** In a document: its number among the accounts. */
  line: number;
  /** @throws RowRejected when it can't be read */
  row: () => SourceRow;
}

/** An open file that is read while its records are used, so that its size doesn't matter. It can be read several times. */
export class ImportFile {
  /** Bytes. */
  read = 0;
  /** To which its passkeys belong; null if it doesn't say, or says it after the accounts. */
  passkeyDomain: string | null = null;

  /**
   * @param name for messages
   * @param size bytes
   */
  constructor(
    private readonly file: FileHandle,
    readonly name: string,
    private readonly format: Format,
    readonly size: number,
  ) {}

  /** How much of it was read, 0 to 1. */
  get share(): number {
    return this.size === 0 ? 1 : Math.min(1, this.read / this.size);
  }

  /** The records, from the beginning. @throws FileRejected when the file isn't in its format */
  records(): AsyncIterable<FileRecord> {
    this.read = 0;
    if (this.format === "csv") return this.ofCsv();
    return this.format === "json" ? this.ofJson() : this.ofLines(this.text());
  }

  private async *ofJson(): AsyncGenerator<FileRecord> {
    const { start, text: content } = await withStart(this.text());
    if (isDocument(start)) yield* this.ofDocument(content);
    else yield* this.ofLines(content);
  }

  private async *ofDocument(content: AsyncIterable<string>): AsyncGenerator<FileRecord> {
    let line = 0;
    try {
      for await (const record of recordsIn(content, (domain) => (this.passkeyDomain = domain))) {
        line++;
        yield { line, row: () => rowWith(record) };
      }
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      throw new FileRejected(text("import.not_json", { file: this.name, reason: shortened(error.message) }));
    }
    if (line === 0) throw new FileRejected(text("import.no_list", { file: this.name }));
  }

  /** The text, without a byte order mark. */
  private async *text(): AsyncGenerator<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const chunks = this.file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
    try {
      for await (const chunk of chunks) {
        this.read += chunk.length;
        const text = decoder.decode(chunk, { stream: true });
        if (text !== "") yield text;
      }
      decoder.decode(); // throws when the last character is incomplete
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new FileRejected(text("import.not_utf8", { file: this.name }));
    }
  }

  /** The first record has the names of the columns. */
  private async *ofCsv(): AsyncGenerator<FileRecord> {
    const parser = parse({
      ...{ skip_empty_lines: true, relax_column_count: true, info: true, max_record_size: LONGEST_RECORD },
      // databases write a missing value as NULL or \N without quotes
      cast: (value, { quoting }) => (!quoting && /^(NULL|\\N)$/.test(value) ? null : value),
    });
    const content = Readable.from(this.text(), { objectMode: false });
    content.on("error", (error) => parser.destroy(error));
    content.pipe(parser);
    let names: string[] | null = null;
    try {
      for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
        if (names === null) names = record.map((name) => String(name).trim());
        else yield { line: info.lines, row: rowOf(names, record) };
      }
    } catch (error) {
      if (!(error instanceof Error && "lines" in error)) throw error;
      const values = { line: String(error.lines), file: this.name, reason: shortened(error.message) };
      throw new FileRejected(text("import.not_csv", values));
    }
  }

  private async *ofLines(content: AsyncIterable<string>): AsyncGenerator<FileRecord> {
    let line = 0;
    for await (const record of linesIn(content)) {
      line++;
      if (record.trim() !== "") yield { line, row: () => rowIn(record) };
    }
  }
}

async function* linesIn(content: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of content) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop()!.slice(0, LONGEST_RECORD + 2);
    yield* lines;
  }
  yield rest;
}

interface CsvRecord {
  record: (string | null)[];
  info: { lines: number };
}

const rowOf = (names: readonly string[], values: readonly (string | null)[]) => (): SourceRow => {
  if (values.length !== names.length)
    throw new RowRejected(text("import.row.columns", { values: values.length, columns: names.length }));
  return new SourceRow(Object.fromEntries(names.map((name, index) => [name, values[index]])));
};

function rowIn(line: string): SourceRow {
  if (line.length > LONGEST_RECORD) throw new RowRejected(text("import.row.too_long"));
  return rowWith(jsonIn(line), "import.row.line_no_object");
}

function rowWith(
  value: unknown,
  problem: "import.row.line_no_object" | "import.row.no_object" = "import.row.no_object",
): SourceRow {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RowRejected(text(problem));
  return new SourceRow(value as Record<string, unknown>);
}

/** The format that the name of the file suggests, if any. */
export function formatOf(name: string): Format | null {
  const extension = extname(name).toLowerCase();
  if (extension === ".csv") return "csv";
  return [".json", ".jsonl", ".ndjson"].includes(extension) ? "json" : null;
}
