import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import type { RowOutcome } from "./import-users.js";

/** What happened to each row, as JSON lines. */
export class ImportReport {
  private readonly stream;

  /** @param file that is open to write; `close` closes it */
  constructor(file: FileHandle) {
    this.stream = file.createWriteStream();
  }

  async add({ had: _had, invited: _invited, ...row }: RowOutcome): Promise<void> {
    if (!this.stream.write(`${JSON.stringify(row)}\n`)) await once(this.stream, "drain");
  }

  async close(): Promise<void> {
    this.stream.end();
    await once(this.stream, "close");
  }
}
