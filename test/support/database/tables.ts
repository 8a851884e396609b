import type { Knex } from "knex";
import { prepare, type RawDatabase } from "../../../src/database/sqlite/sqlite-statements.js";

export const isMySql = (knex: Knex): boolean => (knex.client as { dialect: string }).dialect === "mysql";

const servers = new WeakMap<object, Promise<string>>();

/** Whether the server is MariaDB, not MySQL. */
export async function isMariaDb(knex: Knex): Promise<boolean> {
  if (!isMySql(knex)) return false;
  const client = knex.client as object;
  if (!servers.has(client)) servers.set(client, versionOf(knex));
  return /mariadb/i.test(await servers.get(client)!);
}

async function versionOf(knex: Knex): Promise<string> {
  const [[row]] = (await knex.raw("select version() as version")) as [[{ version: string }]];
  return row.version;
}

export async function tableNames(knex: Knex): Promise<string[]> {
  if (isMySql(knex)) {
    const [rows] = (await knex.raw(
      "select table_name as name from information_schema.tables where table_schema = database()",
    )) as [{ name: string }[]];
    return rows.map((row) => row.name);
  }
  const rows = (await knex.raw(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  )) as {
    name: string;
  }[];
  return rows.map((row) => row.name);
}

interface SqliteClient {
  connectionSettings: { filename: string };
  acquireConnection(): Promise<RawDatabase>;
  releaseConnection(connection: object): Promise<void>;
}

/** The number of rows that SQLite's connection has written, in a database in memory; null for other databases. */
export async function rowsWritten(knex: Knex): Promise<number | null> {
  if (isMySql(knex) || (knex.client as SqliteClient).connectionSettings.filename !== ":memory:") return null;
  const [{ written }] = (await knex.raw("select total_changes() as written")) as [{ written: number }];
  return written;
}

/** Runs statements in one transaction that checks foreign keys at its end. They stay prepared for the next time. */
export async function runOnSqlite(knex: Knex, statements: readonly string[]): Promise<void> {
  const client = knex.client as SqliteClient;
  const connection = await client.acquireConnection();
  try {
    connection.exec("begin; pragma defer_foreign_keys = on");
    for (const statement of statements) prepare(connection, statement).statement.run([]);
    connection.exec("commit");
  } catch (error) {
    connection.exec("rollback");
    throw error;
  } finally {
    await client.releaseConnection(connection);
  }
}
