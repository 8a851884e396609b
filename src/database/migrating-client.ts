import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../lib/clock.js";
import { MySqlClient } from "./mysql/mysql-client.js";

/**
 * Held by the connection that migrates, so it is released with the connection, even when the runner is killed. Later
 * versions of MySQL have no sha1().
 */
export const RUNNER_LOCK = "concat('migrate ', left(sha2(database(), 256), 40))";

/**
 * A statement that waits for a table lock blocks all later statements on that table. It gives up soon, lets them pass
 * and tries again without a limit.
 */
const LOCK_WAIT_SECONDS = 1;
const BETWEEN_ATTEMPTS = SECOND / 2;

type Connection = Awaited<ReturnType<MySqlClient["acquireRawConnection"]>>;
type Query = Parameters<MySqlClient["_query"]>[1];
interface Waiting {
  config: { onWait?: () => void };
}

/** A client for migrations: its only connection holds the runner's lock, and its statements have no timeout. */
export class MigratingClient extends MySqlClient {
  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    await this.runStatement(connection, `set session lock_wait_timeout = ${LOCK_WAIT_SECONDS}`);
    await this.takeLock(connection);
    return connection;
  }

  override async _query(connection: Connection, query: Query): Promise<Query> {
    query.options = { ...query.options, timeout: 0 };
    for (;;)
      try {
        return await super._query(connection, query);
      } catch (error) {
        if ((error as { code?: string }).code !== "ER_LOCK_WAIT_TIMEOUT") throw error;
        await sleep(BETWEEN_ATTEMPTS);
      }
  }

  private async takeLock(connection: Connection): Promise<void> {
    const { onWait } = (this as unknown as Waiting).config;
    for (let attempt = 1; ; attempt++) {
      const { response } = (await this.runStatement(
        connection,
        `select get_lock(${RUNNER_LOCK}, 1) as taken`,
      )) as {
        response?: [{ taken: number }[]];
      };
      if (response![0][0]!.taken === 1) return;
      if (attempt === 1) onWait?.();
    }
  }

  // not `query`, which is a method of knex that this class inherits
  private runStatement(connection: Connection, sql: string): Promise<Query> {
    return this._query(connection, { sql });
  }
}
