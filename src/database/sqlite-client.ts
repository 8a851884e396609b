import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Knex } from "knex";

const require = createRequire(import.meta.url);

interface Statement {
  reader: boolean;
  raw(): Statement;
  columns(): { name: string }[];
  all(bindings: unknown[]): unknown[][];
  run(bindings: unknown[]): { changes: number; lastInsertRowid: number };
}
/** `columns` is null for a statement that answers no rows. */
interface Prepared {
  statement: Statement;
  columns: string[] | null;
}
interface RawDatabase {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}
interface QueryObject {
  sql: string;
  bindings?: unknown[];
  response?: unknown;
  context?: object;
}
interface ClientBase {
  connectionSettings: { filename: string };
  acquireRawConnection(): Promise<RawDatabase>;
  _formatBindings(bindings?: unknown[]): unknown[];
}
// knex publishes no types for its dialect classes
const Base = require("knex/lib/dialects/better-sqlite3") as new (config: Knex.Config) => ClientBase;

const PRAGMAS = ["busy_timeout = 5000", "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"];
const MAX_STATEMENTS = 500;

// beside the class: inside a transaction knex works with a bare copy of the client, without its fields
const statementsOf = new WeakMap<RawDatabase, Map<string, Prepared>>();
const unusable = new WeakSet<RawDatabase>();
let executed = 0;

/** SQLite for knex: libsql has better-sqlite3's interface, with its binaries inside npm packages. */
export class SqliteClient extends Base {
  _driver(): unknown {
    return require("libsql");
  }

  override async acquireRawConnection(): Promise<RawDatabase> {
    mkdirSync(dirname(this.connectionSettings.filename), { recursive: true });
    const database = await super.acquireRawConnection();
    for (const pragma of PRAGMAS) database.exec(`PRAGMA ${pragma}`);
    statementsOf.set(database, new Map());
    return database;
  }

  destroyRawConnection(database: RawDatabase): Promise<void> {
    statementsOf.get(database)?.clear();
    try {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // another process holds the file; it will checkpoint
    }
    database.close();
    return Promise.resolve();
  }

  async _query(database: RawDatabase, query: QueryObject): Promise<QueryObject> {
    // a deferred BEGIN that later writes fails with SQLITE_BUSY_SNAPSHOT, which busy_timeout cannot wait out
    if (query.sql === "BEGIN;") query.sql = "BEGIN IMMEDIATE;";
    // the driver is synchronous: without a turn of the event loop a long run of queries starves other work
    if (++executed % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    try {
      return this.execute(database, query);
    } catch (error) {
      throw asNodeSqlite3(error as DriverError);
    }
  }

  private execute(database: RawDatabase, query: QueryObject): QueryObject {
    try {
      const prepared = prepare(database, query.sql);
      const bindings = this._formatBindings(query.bindings);
      if (prepared.columns) query.response = fetchRows(prepared, bindings);
      else {
        const result = prepared.statement.run(bindings);
        query.response = result;
        query.context = { lastID: result.lastInsertRowid, changes: result.changes };
      }
      return query;
    } catch (error) {
      // libsql does not promise in which state an error leaves a statement
      statementsOf.get(database)!.delete(query.sql);
      if (!isOfStatement(error as DriverError) && this.connectionSettings.filename !== MEMORY)
        unusable.add(database);
      throw error;
    }
  }

  /** Asked by the pool before it hands a connection out: one that returns false is replaced by a new one. */
  validateConnection(database: RawDatabase): boolean {
    return !unusable.has(database);
  }
}

/** Its data would go with the connection; nobody else can lock it. */
const MEMORY = ":memory:";

/**
 * Whether the error concerns only the statement. After others, SQLITE_BUSY above all, SQLite still waits for the statement
 * to be reset, which libsql does not do: whatever the connection writes later would stay uncommitted. A file that was
 * replaced or repaired is opened anew, too.
 */
const isOfStatement = ({ code = "" }: DriverError): boolean =>
  code === "SQLITE_ERROR" || code.startsWith("SQLITE_CONSTRAINT") || !code.startsWith("SQLITE_");

/**
 * Never with libsql's `get`: it runs with the previous bindings when the statement's previous execution threw, or when
 * its previous use was `all`.
 */
function fetchRows(prepared: Prepared, bindings: unknown[]): Record<string, unknown>[] {
  const rows = prepared.statement.all(bindings);
  // another process has added a column since the statement was prepared
  if (rows.length > 0 && rows[0]!.length !== prepared.columns!.length)
    prepared.columns = columnNames(prepared.statement);
  return rows.map((row) => toRow(prepared.columns!, row));
}

const columnNames = (statement: Statement): string[] => statement.columns().map(({ name }) => name);

/** Preparing costs as much as running a short query; what is not plain SQL empties the cache. */
function prepare(database: RawDatabase, sql: string): Prepared {
  const statements = statementsOf.get(database)!;
  const known = statements.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  // values without names, which are the same for every row, cross the border to native code faster
  const columns = statement.reader ? columnNames(statement.raw()) : null;
  const prepared = { statement, columns };
  if (!/^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i.test(sql))
    statements.clear();
  else if (statements.size < MAX_STATEMENTS) statements.set(sql, prepared);
  return prepared;
}

function toRow(columns: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const value = values[index];
    row[columns[index]!] = value instanceof ArrayBuffer ? Buffer.from(value) : value;
  }
  return row;
}

interface DriverError extends Error {
  code?: string;
  errno?: number;
  extendedCode?: string;
}

/** objection's db-errors only knows node-sqlite3's code, errno and message prefix. */
function asNodeSqlite3(error: DriverError): DriverError {
  if (!error.code?.startsWith("SQLITE_CONSTRAINT")) return error;
  error.extendedCode = error.code;
  error.message = `SQLITE_CONSTRAINT: ${error.message}`;
  error.code = "SQLITE_CONSTRAINT";
  error.errno = 19;
  return error;
}
