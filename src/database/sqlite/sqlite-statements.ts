import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { rowMaker } from "../raw.js";

const require = createRequire(import.meta.url);

export interface Statement {
  reader: boolean;
  raw(): Statement;
  columns(): { name: string }[];
  all(bindings: unknown[]): unknown[][];
  /** See row-reader.ts: not to be used for a statement that also runs through `all`. */
  get(bindings: unknown[]): unknown[] | undefined;
  run(bindings: unknown[]): { changes: number; lastInsertRowid: number };
}
/** `columns` is null for a statement that returns no rows. */
export interface Prepared {
  statement: Statement;
  columns: string[] | null;
}
export interface RawDatabase {
  /** Set while a transaction has the connection. */
  __knexTxId?: string;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

/** A connection that can't write. @throws Error also when the file doesn't exist, which the driver would create */
export function openToRead(filename: string): RawDatabase {
  if (!existsSync(filename)) throw new Error("The file doesn't exist.");
  const Libsql = require("libsql") as new (filename: string) => RawDatabase;
  const database = new Libsql(filename);
  database.exec("PRAGMA query_only = ON");
  database.exec("PRAGMA cache_size = 128"); // pages, half of what the connection that writes keeps
  return database;
}

const MAX_STATEMENTS = 500;

// not a field of the client, because inside a transaction knex works with a copy of it
const statementsByDatabase = new WeakMap<RawDatabase, Map<string, Prepared>>();

function statementsOf(database: RawDatabase): Map<string, Prepared> {
  const statements = statementsByDatabase.get(database) ?? new Map<string, Prepared>();
  statementsByDatabase.set(database, statements);
  return statements;
}

/** libsql doesn't define the state of a statement after an error, so it isn't reused. */
export const evictStatement = (database: RawDatabase, sql: string): boolean =>
  statementsOf(database).delete(sql);
export const evictStatements = (database: RawDatabase): void => statementsOf(database).clear();

/**
 * Doesn't use libsql's `get`: it runs with the previous bindings if the statement's last execution threw or used
 * `all`.
 */
export function fetchRows(prepared: Prepared, bindings: unknown[]): Record<string, unknown>[] {
  const rows = prepared.statement.all(bindings);
  // another process has added a column since the statement was prepared
  if (rows.length > 0 && rows[0]!.length !== prepared.columns!.length)
    prepared.columns = columnNames(prepared.statement);
  return toRows(prepared.columns!, rows);
}

/** Rows as knex expects them. */
export const toRows = (columns: string[], rows: unknown[][]): Record<string, unknown>[] =>
  rows.map(rowMaker(columns));

export const columnNames = (statement: Statement): string[] => statement.columns().map(({ name }) => name);

/** Preparing costs as much as running a short query. A statement of another kind, such as a schema change, clears the cache. */
export function prepare(database: RawDatabase, sql: string): Prepared {
  const statements = statementsOf(database);
  const cached = statements.get(sql);
  if (cached) return cached;
  const statement = database.prepare(sql);
  // arrays of values, because objects with the same keys in every row are slower to pass from native code
  const columns = statement.reader ? columnNames(statement.raw()) : null;
  const prepared = { statement, columns };
  if (!/^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i.test(sql))
    statements.clear();
  else if (statements.size < MAX_STATEMENTS) statements.set(sql, prepared);
  return prepared;
}
