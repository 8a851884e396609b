import type { FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";
import { RowRejected, type ImportedRow } from "../domain/import/imported-person.js";
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
  row: () => ImportedRow;
}

/** A file that is read while its records are used, so that its size doesn't matter. */
export class ImportFile {
  /** Bytes. */
  read = 0;

  private constructor(
    private readonly path: string,
    private readonly format: Format,
    private readonly file: FileHandle,
    /** Bytes. */
    readonly size: number,
  ) {}

  /** @throws CommandFailed when the file can't be read */
  static async open(path: string, format: Format): Promise<ImportFile> {
    const file = await openToRead(path).catch(() => null);
    const stats = await file?.stat();
    if (file && stats && !stats.isDirectory()) return new ImportFile(path, format, file, stats.size);
    await file?.close();
    throw new CommandFailed(`${path} can't be read.`, EXIT.usage);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** @throws CommandFailed when the file isn't in its format */
  records(): AsyncIterable<FileRecord> {
    return this.format === "csv" ? this.ofCsv() : this.ofLines();
  }

  private stream() {
    const stream = this.file.createReadStream();
    stream.on("data", (chunk) => (this.read += chunk.length));
    return stream;
  }

  private async *ofCsv(): AsyncGenerator<FileRecord> {
    const options = { bom: true, skip_empty_lines: true, relax_column_count: true };
    const columns = (names: string[]): string[] => names.map((name) => name.trim());
    const parser = parse({ ...options, columns, info: true, max_record_size: LONGEST_RECORD });
    const stream = this.stream();
    stream.on("error", (error) => parser.destroy(error));
    stream.pipe(parser);
    try {
      for await (const { record, info } of parser as AsyncIterable<CsvRecord>)
        yield { line: info.lines, row: () => record };
    } catch (error) {
      if (error instanceof Error && "lines" in error)
        throw new CommandFailed(`Line ${String(error.lines)} of ${this.path} isn't CSV: ${error.message}`);
      throw error;
    }
  }

  private async *ofLines(): AsyncGenerator<FileRecord> {
    let line = 0;
    for await (const text of createInterface({ input: this.stream(), crlfDelay: Infinity })) {
      line++;
      if (line === 1 && text.trimStart().startsWith("["))
        throw new CommandFailed(`${this.path} is one JSON array. Make lines of it: jq -c '.[]' ${this.path}`);
      if (text.trim() !== "") yield { line, row: () => rowIn(text) };
    }
  }
}

interface CsvRecord {
  record: ImportedRow;
  info: { lines: number };
}

function rowIn(text: string): ImportedRow {
  if (text.length > LONGEST_RECORD) throw new RowRejected("The line is too long.");
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as ImportedRow;
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
