import { createRequire } from "node:module";
import type { Knex } from "knex";
import { PATIENCE, retryConflicts } from "./retry.js";

const require = createRequire(import.meta.url);

interface MySqlConnection {
  /** Set by knex while a transaction has the connection. */
  __knexTxId?: string;
  query(sql: string, callback: (error: Error | null) => void): void;
  destroy(): void;
}
interface QueryObject {
  sql: string;
  bindings?: unknown[];
  options?: object;
}
interface ClientBase {
  config: { hosts: { host: string; port: number }[] };
  connectionSettings: object;
  acquireRawConnection(): Promise<MySqlConnection>;
  _query(connection: MySqlConnection, query: QueryObject): Promise<QueryObject>;
}
// knex publishes no types for its dialect classes
const Base = require("knex/lib/dialects/mysql2") as new (config: Knex.Config) => ClientBase;

/** A query that takes longer ends with an error: a database that hangs must not hang its callers. */
const QUERY_TIMEOUT_MS = 5000;

/**
 * Exact comparison needs strict mode; expiry needs UTC; a lock is waited for no longer than a query may
 * take; READ COMMITTED keeps gap locks, and with them most deadlocks, away.
 */
const SESSION = [
  `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = ${PATIENCE.lockWaitMs / 1000},` +
    " group_concat_max_len = 65535," +
    " sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
];

/** mysql2 for knex: several hosts with failover, time-outs, and a session that behaves the same everywhere. */
export class MySqlClient extends Base {
  override async acquireRawConnection(): Promise<MySqlConnection> {
    let failure: unknown;
    for (const address of this.config.hosts)
      try {
        Object.assign(this.connectionSettings, address);
        const connection = await super.acquireRawConnection();
        for (const statement of SESSION) await run(connection, statement);
        return connection;
      } catch (error) {
        failure = error;
      }
    throw failure;
  }

  /** A statement outside a transaction is one of its own, and is run again like one. */
  override _query(connection: MySqlConnection, query: QueryObject): Promise<QueryObject> {
    const attempt = (): Promise<QueryObject> => this.queryOnce(connection, query);
    return connection.__knexTxId === undefined ? retryConflicts(attempt) : attempt();
  }

  private async queryOnce(connection: MySqlConnection, query: QueryObject): Promise<QueryObject> {
    query.options = { timeout: QUERY_TIMEOUT_MS, ...query.options };
    try {
      return await super._query(connection, query);
    } catch (error) {
      // the answer to a query that timed out may still come: the connection is of no more use
      if ((error as { code?: string }).code === "PROTOCOL_SEQUENCE_TIMEOUT") connection.destroy();
      // the statement with its values, which are people's data and hashes; the message has its placeholders
      delete (error as { sql?: string }).sql;
      throw error;
    }
  }
}

function run(connection: MySqlConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
