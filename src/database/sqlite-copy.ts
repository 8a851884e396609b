import { createRequire } from "node:module";
import type { Knex } from "knex";

const require = createRequire(import.meta.url);

interface Reader {
  prepare(sql: string): { all(): Record<string, unknown>[] };
  close(): void;
}
type Open = new (file: string, options: { readonly: boolean; fileMustExist: boolean }) => Reader;

/** Copies the database as of one moment, while the service writes to it. */
export async function copySqlite(source: Knex, target: string): Promise<void> {
  await source.raw("vacuum into ?", [target]);
}

/**
 * Checks every page and index of a copy, without writing to it.
 * @returns its tables; or what is wrong with it
 */
export function examineCopy(file: string): { tables: string[]; problem: string | null } {
  const copy = new (require("libsql") as Open)(file, { readonly: true, fileMustExist: true });
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
