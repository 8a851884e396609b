import { statSync } from "node:fs";

let rereads = false;

/** Whether files that change on disk are read again. The service enables it where `APP_ENV` is `local`. */
export function rereadChangedFiles(on: boolean): void {
  rereads = on;
}

export const rereadsChangedFiles = (): boolean => rereads;

/** A cached value made from a file. In development it is made again when the file has changed. */
export class CurrentFile<Value> {
  private cached: { value: Value; modified: number } | undefined;

  constructor(
    private readonly location: string | URL,
    private readonly make: (location: string | URL) => Value,
  ) {}

  get value(): Value {
    if (this.cached !== undefined && !rereads) return this.cached.value;
    const modified = statSync(this.location).mtimeMs;
    if (this.cached?.modified !== modified) this.cached = { value: this.make(this.location), modified };
    return this.cached.value;
  }
}
