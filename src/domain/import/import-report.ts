import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import type { RowOutcome } from "./import-users.js";

/** What happened to each row, as JSON lines. */
export class ImportReport {
  private readonly stream;
  private length = 0;

  /**
   * @param file that is open to write; `close` closes it
   * @param longest characters after which rows are left out
   */
  constructor(
    file: FileHandle,
    private readonly longest = Infinity,
  ) {
    this.stream = file.createWriteStream();
  }

  async add({ had: _had, invited: _invited, sentences: _sentences, ...row }: RowOutcome): Promise<void> {
    if (this.length > this.longest) return;
    const line = `${JSON.stringify(row)}\n`;
    this.length += line.length;
    if (!this.stream.write(line)) await once(this.stream, "drain");
  }

  async close(): Promise<void> {
    this.stream.end();
    await once(this.stream, "close");
  }
}
