import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm, type FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { verifyBackup } from "../../database/sqlite/sqlite-copy.js";
import { CommandFailed } from "../failures.js";
import { openNew } from "../files/files.js";
import { FROM_START } from "./manifest.js";
import { assertInNoProcess } from "./open-database.js";

/** The tables of the copy. @throws CommandFailed when it is damaged */
export function checkSqlite(file: string): string[] {
  const { tables, problem } = verifyBackup(file);
  if (problem !== null) throw new CommandFailed(`${file} is damaged: ${problem}`);
  return tables;
}

/**
 * Replaces the file of the database. The former one is kept.
 * @returns its new name; null if there was none
 * @throws CommandFailed while another process has the former file open
 */
export async function replaceSqlite(copy: FileHandle, file: string, keptAs: string): Promise<string | null> {
  // a name that nobody can guess, and so prepare
  const incoming = `${file}.${randomBytes(8).toString("hex")}.restoring`;
  try {
    const target = await openNew(incoming);
    await pipeline(copy.createReadStream(FROM_START), target.createWriteStream({ flush: true }));
    const kept = existsSync(file) ? keptAs : null;
    if (kept !== null) {
      await assertInNoProcess(file);
      await rename(file, kept);
    }
    for (const suffix of ["-wal", "-shm"]) {
      // they belong to the former file, and the first can have its last changes
      if (kept !== null && existsSync(`${file}${suffix}`))
        await rename(`${file}${suffix}`, `${kept}${suffix}`);
      await rm(`${file}${suffix}`, { force: true });
    }
    await rename(incoming, file);
    return kept;
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
}
