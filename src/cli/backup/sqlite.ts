import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { examineCopy } from "../../database/sqlite-copy.js";
import { CommandFailed } from "../failures.js";
import { giveTo, ownerOf } from "./owner.js";

/** The tables of the copy. @throws CommandFailed when it is damaged */
export function checkSqlite(file: string): string[] {
  const { tables, problem } = examineCopy(file);
  if (problem !== null) throw new CommandFailed(`${file} is damaged: ${problem}`);
  return tables;
}

/**
 * Replaces the file of the database. The former one is kept.
 * @returns its new name; null if there was none
 */
export function replaceSqlite(copy: string, file: string, keptAs: string): string | null {
  const incoming = `${file}.restoring`;
  copyFileSync(copy, incoming);
  const kept = existsSync(file) ? keptAs : null;
  chmodSync(incoming, 0o600);
  giveTo(ownerOf(file), incoming);
  if (kept !== null) renameSync(file, kept);
  for (const suffix of ["-wal", "-shm"]) {
    // they belong to the former file, and the first can have its last changes
    if (kept !== null && existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${kept}${suffix}`);
    rmSync(`${file}${suffix}`, { force: true });
  }
  renameSync(incoming, file);
  return kept;
}
