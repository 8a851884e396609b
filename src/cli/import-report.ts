import { once } from "node:events";
import type { WriteStream } from "node:fs";
import type { RowOutcome } from "../domain/import/import-users.js";
import { openToWrite } from "./files/files.js";

/** What happened to each row, in a file that only its owner can read. */
export class ImportReport {
  private constructor(private readonly stream: WriteStream | null) {}

  /** Opens the file before the first row, so that an import with a wrong path changes nothing. */
  static async open(path: string | undefined): Promise<ImportReport> {
    return new ImportReport(path === undefined ? null : (await openToWrite(path)).createWriteStream());
  }

  async add({ had: _had, ...row }: RowOutcome): Promise<void> {
    if (this.stream?.write(`${JSON.stringify(row)}\n`) === false) await once(this.stream, "drain");
  }

  async close(): Promise<void> {
    if (this.stream === null) return;
    this.stream.end();
    await once(this.stream, "close");
  }
}
