import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as yieldToOthers, setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { isConflict } from "../errors.js";
import { asNodeSqlite3, isOfStatement, type DriverError } from "./sqlite-errors.js";
import { recordReopen } from "./opened-files.js";
import { RETRY_POLICY, retryConflicts, type RetryPolicy } from "../transaction.js";
import {
  fetchRows,
  evictStatement,
  evictStatements,
  prepare,
  type Prepared,
  type RawDatabase,
} from "./sqlite-statements.js";
import { watchOf, type StatementWatch } from "../statement-watch.js";

const require = createRequire(import.meta.url);

export interface QueryObject {
  sql: string;
  bindings?: unknown[];
  response?: unknown;
  context?: object;
}
interface ClientBase<Connection> {
  config: { retryPolicy?: RetryPolicy; longestStatementMs?: number; statements?: StatementWatch };
  connectionSettings: { filename: string };
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  acquireRawConnection(): Promise<Connection>;
  destroy(): Promise<void>;
  _formatBindings(bindings?: unknown[]): unknown[];
}
// knex publishes no types for its dialect classes
export const SqliteBase = require("knex/lib/dialects/better-sqlite3") as new <Connection>(
  config: Knex.Config,
) => ClientBase<Connection>;

/** The driver blocks the process while it waits for a lock, so it waits briefly, and the client tries again. */
const BUSY_TIMEOUT_MS = 20;
const POLL_MS = 10;
/** 1 MiB, because the system caches the file, too. With SQLite's 2 MiB, memory still grew after ten minutes of load. */
const CACHED_PAGES = 256;
const PRAGMAS = [
  `busy_timeout = ${BUSY_TIMEOUT_MS}`,
  "journal_mode = WAL",
  "synchronous = NORMAL",
  "foreign_keys = ON",
  `cache_size = ${CACHED_PAGES}`,
  // pages; the service copies the log to the file earlier (checkpoints.ts), unless it is written without a pause
  "wal_autocheckpoint = 16384",
];
/** A database in memory ends with its connection, and no other process can lock it. */
const MEMORY = ":memory:";

// outside the class, because inside a transaction knex works with a copy of the client without its fields
const unusable = new WeakSet<RawDatabase>();

/** SQLite for knex: libsql has better-sqlite3's interface, with its binaries inside npm packages. */
export class SqliteClient extends SqliteBase<RawDatabase> {
  _driver(): unknown {
    return require("libsql");
  }

  override async acquireRawConnection(): Promise<RawDatabase> {
    const { filename } = this.connectionSettings;
    try {
      return await this.open(filename);
    } catch (error) {
      const { code = "", message } = error as DriverError;
      // an error of the file system or of the driver
      const known = code.startsWith("SQLITE_") ? code : "SQLITE_CANTOPEN";
      throw Object.assign(new Error(message, { cause: error }), { code: known, file: filename });
    }
  }

  private async open(filename: string): Promise<RawDatabase> {
    mkdirSync(dirname(filename), { recursive: true });
    const database = await super.acquireRawConnection();
    for (const pragma of PRAGMAS) database.exec(`PRAGMA ${pragma}`);
    recordReopen(filename);
    return database;
  }

  destroyRawConnection(database: RawDatabase): Promise<void> {
    evictStatements(database);
    try {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // another process holds the file and will checkpoint it
    }
    database.close();
    return Promise.resolve();
  }

  async _query(database: RawDatabase, query: QueryObject): Promise<QueryObject> {
    // a deferred BEGIN that writes later fails with SQLITE_BUSY_SNAPSHOT, which waiting doesn't solve
    if (query.sql === "BEGIN;") query.sql = "BEGIN IMMEDIATE;";
    if (shouldYield()) await yieldToOthers();
    const started = performance.now();
    try {
      const prepared = prepare(database, query.sql);
      try {
        return this.execute(prepared, query);
      } catch (error) {
        if (!isConflict(error)) throw error;
        return await this.executeOnceUnlocked(database, prepared, query);
      }
    } catch (error) {
      throw this.failed(database, query.sql, error as DriverError);
    } finally {
      watchOf(this.config).ran(query.sql, started);
    }
  }

  private execute(prepared: Prepared, query: QueryObject): QueryObject {
    const bindings = this._formatBindings(query.bindings);
    if (prepared.columns) query.response = fetchRows(prepared, bindings);
    else {
      const result = prepared.statement.run(bindings);
      query.response = result;
      query.context = { lastID: result.lastInsertRowid, changes: result.changes };
    }
    return query;
  }

  /** Waits for another process without blocking this one. The statement is reused, which resets it. */
  private executeOnceUnlocked(
    database: RawDatabase,
    prepared: Prepared,
    query: QueryObject,
  ): Promise<QueryObject> {
    const { retryPolicy: { attempts, lockWaitMs } = RETRY_POLICY } = this.config;
    const attempt = async (): Promise<QueryObject> => {
      const deadline = performance.now() + lockWaitMs;
      for (;;)
        try {
          return this.execute(prepared, query);
        } catch (error) {
          if (performance.now() >= deadline || !isConflict(error)) throw error;
          await sleep(POLL_MS);
        }
    };
    // a statement inside a transaction isn't repeated alone: the caller repeats the whole transaction
    return retryConflicts(attempt, { attempts: database.__knexTxId === undefined ? attempts : 1 });
  }

  private failed(database: RawDatabase, sql: string, error: DriverError): DriverError {
    evictStatement(database, sql);
    const { filename } = this.connectionSettings;
    if (isOfStatement(error)) return asNodeSqlite3(error);
    if (filename !== MEMORY) unusable.add(database);
    return Object.assign(error, { file: filename });
  }

  /** Called by the pool before it returns a connection. One that is invalid is replaced. */
  validateConnection(database: RawDatabase): boolean {
    return !unusable.has(database);
  }
}

/**
 * The driver is synchronous, so statements would run in one tick of the event loop without a limit. After this time they
 * wait for the next tick: other requests are served in between, and the statements of many requests run one after the other,
 * which takes less CPU time. A statement waits for one tick only, because new requests could delay it again and again.
 */
const LONGEST_TICK_MS = 1;
/** When the first statement of this tick of the event loop ran. */
let tickStarted: number | undefined;

/** Called before each statement: whether statements have run long enough in this tick of the event loop. */
function shouldYield(): boolean {
  const time = performance.now();
  if (tickStarted === undefined) {
    tickStarted = time;
    setImmediate(() => (tickStarted = undefined));
  }
  return time - tickStarted > LONGEST_TICK_MS;
}
