import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Knex } from "knex";

/** Names without extension, so that the same table works with .ts in development and .js after the build. */
export class MigrationSource implements Knex.MigrationSource<string> {
  constructor(
    private readonly folder: URL,
    private readonly extension: ".ts" | ".js",
  ) {}

  async getMigrations(): Promise<string[]> {
    const files = await readdir(fileURLToPath(this.folder));
    return files
      .filter((file) => file.endsWith(this.extension) && !file.endsWith(".d.ts"))
      .map((file) => file.slice(0, -this.extension.length))
      .sort();
  }

  getMigrationName(name: string): string {
    return name;
  }

  getMigration(name: string): Promise<Knex.Migration> {
    return import(new URL(name + this.extension, this.folder).href) as Promise<Knex.Migration>;
  }
}
