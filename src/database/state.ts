import type { Knex } from "knex";
import { pendingMigrations } from "./migrate.js";
import { selectRaw } from "./raw.js";
import { isSqlite } from "./table.js";

export interface DatabaseState {
  kind: "SQLite" | "MariaDB" | "MySQL";
  version: string;
  bytes: number;
  /** Whether migrations of this version are pending. */
  isBehind: boolean;
}

/**
 * Whether migrations of this version are pending. Those of a newer version, which is being deployed, are ignored.
 * @throws when the database isn't available
 */
export async function hasPendingMigrations(knex: Knex): Promise<boolean> {
  return (await pendingMigrations(knex)).length > 0;
}

const SQLITE = `
  select sqlite_version() as version, pages.page_count * size.page_size as bytes
  from pragma_page_count() as pages, pragma_page_size() as size`;
const MYSQL = `
  select version() as version, sum(data_length + index_length) as bytes
  from information_schema.tables where table_schema = database()`;

/** @throws when the database isn't available */
export async function databaseState(knex: Knex): Promise<DatabaseState> {
  const sqlite = isSqlite(knex);
  const [row] = await selectRaw<{ version: string; bytes: number }>(knex, sqlite ? SQLITE : MYSQL, []);
  const { version, bytes } = row!;
  const kind = sqlite ? "SQLite" : /mariadb/i.test(version) ? "MariaDB" : "MySQL";
  // "10.11.19-MariaDB-0+deb12u1": the part after the number belongs to the package
  return {
    kind,
    version: version.split("-")[0]!,
    bytes: Number(bytes),
    isBehind: await hasPendingMigrations(knex),
  };
}
