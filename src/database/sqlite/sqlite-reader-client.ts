import { SECOND } from "../../lib/clock.js";
import { reopenCount } from "./opened-files.js";
import { ReaderProcess } from "../reader-process.js";
import { SqliteBase, type QueryObject } from "./sqlite-client.js";
import { isOfStatement, type DriverError } from "./sqlite-errors.js";
import { watchOf } from "../statement-watch.js";
import { toRows } from "./sqlite-statements.js";

/** As on MariaDB. */
const LONGEST_STATEMENT_MS = 5 * SECOND;

// outside the class, because knex copies a client without its fields
const unusable = new WeakSet<ReaderProcess>();
const openedAt = new WeakMap<ReaderProcess, number>();

/** SQLite for reads that take long: each connection of the pool is a process, so that it doesn't block the event loop. */
export class SqliteReaderClient extends SqliteBase<ReaderProcess> {
  /** The process loads the driver. */
  _driver(): unknown {
    return {};
  }

  override acquireRawConnection(): Promise<ReaderProcess> {
    const { longestStatementMs = LONGEST_STATEMENT_MS } = this.config;
    const { filename } = this.connectionSettings;
    const reader = new ReaderProcess(filename, longestStatementMs);
    openedAt.set(reader, reopenCount(filename));
    return Promise.resolve(reader);
  }

  destroyRawConnection(reader: ReaderProcess): Promise<void> {
    return reader.close();
  }

  async _query(reader: ReaderProcess, query: QueryObject): Promise<QueryObject> {
    const started = performance.now();
    try {
      const { columns, rows } = await reader.run(query.sql, this._formatBindings(query.bindings));
      query.response = toRows(columns, rows);
      return query;
    } catch (error) {
      if (isOfStatement(error as DriverError)) throw error;
      unusable.add(reader);
      throw Object.assign(error as Error, { file: this.connectionSettings.filename });
    } finally {
      watchOf(this.config).ran(query.sql, started);
    }
  }

  /** Called by the pool before it returns a connection. One that is invalid is replaced. */
  validateConnection(reader: ReaderProcess): boolean {
    const isCurrent = openedAt.get(reader) === reopenCount(this.connectionSettings.filename);
    return reader.isUsable && isCurrent && !unusable.has(reader);
  }
}
