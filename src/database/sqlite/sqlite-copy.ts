import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Knex } from "knex";

const require = createRequire(import.meta.url);

interface Reader {
  prepare(sql: string): { all(): Record<string, unknown>[] };
  exec(sql: string): void;
  close(): void;
}
type Open = new (file: string, options: { readonly?: boolean; fileMustExist: boolean }) => Reader;

/**
 * Copies the database as of one moment, while the service writes to it.
 * @param withRights creates the copy with the rights to write to its folder; the database is open before that
 */
export async function copySqlite(
  source: Knex,
  target: string,
  withRights: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const client = source.client as Knex.Client;
  const connection = (await client.acquireConnection()) as object;
  try {
    // opens the files of its log
    await source.raw("select count(*) from sqlite_master").connection(connection);
    await withRights(async () => source.raw("vacuum into ?", [target]).connection(connection));
  } finally {
    await client.releaseConnection(connection);
  }
}

/**
 * Checks every page and index of a copy. As an immutable file it is read alone: SQLite neither uses nor creates files beside
 * it, which would be links that someone has planted.
 * @returns its tables; or what is wrong with it
 */
export function verifyBackup(file: string): { tables: string[]; problem: string | null } {
  const address = `${pathToFileURL(file).href}?immutable=1`;
  const copy = new (require("libsql") as Open)(address, { readonly: true, fileMustExist: true });
  const names = (sql: string): string[] =>
    copy
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  try {
    const tables = names("select name from sqlite_master where type = 'table' order by name");
    const [integrity = "no answer"] = names("pragma integrity_check(1)");
    if (integrity !== "ok") return { tables, problem: integrity };
    const orphans = names("pragma foreign_key_check").length;
    return { tables, problem: orphans === 0 ? null : `${orphans} rows refer to others that don't exist` };
  } catch (error) {
    return { tables: [], problem: (error as Error).message };
  } finally {
    copy.close();
  }
}

/**
 * Whether another connection has the file open, of any process. In WAL mode each holds a shared lock for as long as it is
 * open, which excludes an exclusive one. A damaged file can't be locked, and counts as free.
 */
export function isLockedByOther(file: string): boolean {
  const database = new (require("libsql") as Open)(file, { fileMustExist: true });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
    database.exec("ROLLBACK");
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code?.startsWith("SQLITE_BUSY") === true;
  } finally {
    database.close();
  }
}
