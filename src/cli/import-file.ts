import type { FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { RowRejected, SourceRow } from "../domain/import/source-row.js";
import { CommandFailed, EXIT } from "./failures.js";
import { openToRead } from "./files/files.js";

export const FORMATS = ["csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

/** Longer records are rejected. */
const LONGEST_RECORD = 1024 * 1024;

/** A record of the file. */
export interface FileRecord {
  line: number;
  /** @throws RowRejected when it can't be read */
  row: () => SourceRow;
}

/** A file that is read while its records are used, so that its size doesn't matter. It can be read several times. */
export class ImportFile {
  /** Bytes. */
  read = 0;

  private constructor(
    readonly path: string,
    private readonly format: Format,
    private readonly file: FileHandle,
    /** Bytes. */
    readonly size: number,
  ) {}

  /** @throws CommandFailed when the file can't be read */
  static async open(path: string, format: Format): Promise<ImportFile> {
    const file = await openToRead(path).catch(() => null);
    const stats = await file?.stat();
    if (file && stats?.isFile()) return new ImportFile(path, format, file, stats.size);
    await file?.close();
    throw new CommandFailed(`${path} can't be read${stats ? ": it isn't a file" : ""}.`, EXIT.usage);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** The records, from the beginning. @throws CommandFailed when the file isn't in its format */
  records(): AsyncIterable<FileRecord> {
    this.read = 0;
    return this.format === "csv" ? this.ofCsv() : this.ofLines();
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
      const fix = `Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 ${this.path}`;
      throw new CommandFailed(`${this.path} isn't UTF-8. ${fix}`);
    }
  }

  /** The first record has the names of the columns. */
  private async *ofCsv(): AsyncGenerator<FileRecord> {
    const parser = parse({
      ...{ skip_empty_lines: true, relax_column_count: true, info: true, max_record_size: LONGEST_RECORD },
      // databases write a missing value as NULL or \N without quotes
      cast: (value, { quoting }) => (!quoting && /^(NULL|\\N)$/.test(value) ? null : value),
    });
    const text = Readable.from(this.text(), { objectMode: false });
    text.on("error", (error) => parser.destroy(error));
    text.pipe(parser);
    let names: string[] | null = null;
    try {
      for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
        if (names === null) names = record.map((name) => String(name).trim());
        else yield { line: info.lines, row: rowOf(names, record) };
      }
    } catch (error) {
      if (error instanceof Error && "lines" in error)
        throw new CommandFailed(`Line ${String(error.lines)} of ${this.path} isn't CSV: ${error.message}`);
      throw error;
    }
  }

  private async *ofLines(): AsyncGenerator<FileRecord> {
    let line = 0;
    for await (const text of this.lines()) {
      line++;
      if (line === 1 && /^(\[|\{$)/.test(text.trim()))
        throw new CommandFailed(
          `${this.path} is one JSON document. Make a line of each account: jq -c '.[]' ${this.path}`,
        );
      if (text.trim() !== "") yield { line, row: () => rowIn(text) };
    }
  }

  private async *lines(): AsyncGenerator<string> {
    let rest = "";
    for await (const chunk of this.text()) {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop()!.slice(0, LONGEST_RECORD + 2);
      yield* lines;
    }
    yield rest;
  }
}

interface CsvRecord {
  record: (string | null)[];
  info: { lines: number };
}

const rowOf = (names: readonly string[], values: readonly (string | null)[]) => (): SourceRow => {
  if (values.length !== names.length)
    throw new RowRejected(`The row has ${values.length} values for ${names.length} columns.`);
  return new SourceRow(Object.fromEntries(names.map((name, index) => [name, values[index]])));
};

function rowIn(text: string): SourceRow {
  if (text.length > LONGEST_RECORD) throw new RowRejected("The line is too long.");
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === "object" && row !== null && !Array.isArray(row))
      return new SourceRow(row as Record<string, unknown>);
  } catch {
    // rejected below
  }
  throw new RowRejected("The line isn't a JSON object.");
}

/** The format that the name of the file suggests. @throws CommandFailed */
export function formatOf(path: string): Format {
  const extension = extname(path).toLowerCase();
  if (extension === ".csv") return "csv";
  if ([".json", ".jsonl", ".ndjson"].includes(extension)) return "jsonl";
  throw new CommandFailed(`Enter --format csv or --format jsonl for ${path}.`, EXIT.usage);
}
