import { statSync } from "node:fs";

let rereads = false;

/** Whether a file that changes on disk is read again. The service turns it on where `APP_ENV` is `local`. */
export function rereadChangedFiles(on: boolean): void {
  rereads = on;
}

/** A value made from a file, kept in memory. During development it is made again when the file has changed. */
export class CurrentFile<Value> {
  private made: { value: Value; modified: number } | undefined;

  constructor(
    private readonly location: string | URL,
    private readonly make: (location: string | URL) => Value,
  ) {}

  get value(): Value {
    if (this.made !== undefined && !rereads) return this.made.value;
    const modified = statSync(this.location).mtimeMs;
    if (this.made?.modified !== modified) this.made = { value: this.make(this.location), modified };
    return this.made.value;
  }
}
