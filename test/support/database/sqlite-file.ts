import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";

/** More than a file that the service reads on its own connection. */
const LARGE_BYTES = 9 * 2 ** 20;

/** Makes the file of the database so large that lists are read by other processes. */
export async function enlarge(knex: Knex): Promise<void> {
  await knex.raw("create table filler (bytes blob)");
  await knex.raw(`insert into filler values (zeroblob(${LARGE_BYTES}))`);
  await knex.raw("pragma wal_checkpoint(truncate)");
}

/** The path for an SQLite file in a new folder, and the removal of the folder. */
export function temporaryFile(): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "authdock-sqlite-"));
  return { file: join(folder, "db.sqlite"), remove: () => rmSync(folder, { recursive: true }) };
}
