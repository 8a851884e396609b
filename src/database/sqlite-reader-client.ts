import { ReaderThread } from "./reader-thread.js";
import { isOfStatement, SqliteBase, type DriverError, type QueryObject } from "./sqlite-client.js";
import { toRows } from "./sqlite-statements.js";

// outside the class, because knex copies a client without its fields
const unusable = new WeakSet<ReaderThread>();

/** SQLite for reads that take long: each connection of the pool is a thread, which can't write. */
export class SqliteReaderClient extends SqliteBase<ReaderThread> {
  /** The thread loads the driver. */
  _driver(): unknown {
    return {};
  }

  override acquireRawConnection(): Promise<ReaderThread> {
    return Promise.resolve(new ReaderThread(this.connectionSettings.filename));
  }

  destroyRawConnection(thread: ReaderThread): Promise<void> {
    return thread.close();
  }

  async _query(thread: ReaderThread, query: QueryObject): Promise<QueryObject> {
    try {
      const { columns, rows } = await thread.run(query.sql, this._formatBindings(query.bindings));
      query.response = toRows(columns, rows);
      return query;
    } catch (error) {
      if (isOfStatement(error as DriverError)) throw error;
      unusable.add(thread);
      throw Object.assign(error as Error, { file: this.connectionSettings.filename });
    }
  }

  /** Called by the pool before it returns a connection. One that is invalid is replaced. */
  validateConnection(thread: ReaderThread): boolean {
    return thread.isUsable && !unusable.has(thread);
  }
}
