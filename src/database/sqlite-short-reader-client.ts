import { timesOpened } from "./opened-files.js";
import { SqliteClient } from "./sqlite-client.js";
import { isOfStatement, type DriverError } from "./sqlite-errors.js";
import { openToRead, prepareJson, type Prepared, type RawDatabase } from "./sqlite-statements.js";

/**
 * SQLite for reads that are short. They share one connection without a pool, which would take longer than some of them:
 * each statement runs to its end at once, and no transaction has the connection. A connection that is replaced is closed when
 * nothing uses it any more, because a statement may still wait for a lock.
 */
export class SqliteShortReaderClient extends SqliteClient {
  private connection: Promise<RawDatabase> | undefined;
  private opened = 0;

  override acquireConnection(): Promise<RawDatabase> {
    const opened = timesOpened(this.connectionSettings.filename);
    if (this.connection === undefined || this.opened !== opened) {
      this.opened = opened;
      this.connection = this.acquireRawConnection();
      this.connection.catch(() => (this.connection = undefined));
    }
    return this.connection;
  }

  override releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  protected override open(filename: string): Promise<RawDatabase> {
    return Promise.resolve(openToRead(filename));
  }

  protected override prepared(database: RawDatabase, sql: string): Prepared {
    return prepareJson(database, sql);
  }

  protected override failed(database: RawDatabase, sql: string, error: DriverError): DriverError {
    if (!isOfStatement(error)) this.connection = undefined;
    return super.failed(database, sql, error);
  }

  override async destroy(): Promise<void> {
    const database = await this.connection?.catch(() => undefined);
    this.connection = undefined;
    database?.close();
  }
}
