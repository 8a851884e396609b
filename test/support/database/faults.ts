import { readFile } from "node:fs/promises";
import type { Knex } from "knex";
import { mariaDbProcess } from "./mariadb.js";
import { until } from "../app/processes.js";

const ENDS_TRANSACTION = /^(commit|rollback);?$/i;

type Query = (connection: unknown, query: { sql: string }) => Promise<unknown>;

/**
 * Runs the work while statements of this database fail, including those in transactions.
 * @param failure the error for a statement; null lets it through
 */
export async function whileQueriesFail<T>(
  knex: Knex,
  failure: (sql: string) => Error | null,
  work: () => PromiseLike<T>,
): Promise<T> {
  // a transaction uses a copy of the client that shares only the prototype
  const prototype = Object.getPrototypeOf(knex.client) as { _query: Query };
  const { _query: original } = prototype;
  prototype._query = function (connection, query) {
    const error = failure(query.sql);
    if (!error) return original.call(this, connection, query);
    if (!ENDS_TRANSACTION.test(query.sql)) return Promise.reject(error);
    // a server that loses a connection ends its transaction; otherwise its locks would stay
    return original.call(this, connection, { ...query, sql: "ROLLBACK" }).then(() => Promise.reject(error));
  };
  try {
    return await work();
  } finally {
    prototype._query = original;
  }
}

/** The driver's error when the database refuses the connection. */
export const connectionRejected = (): Error =>
  Object.assign(new Error("connect ECONNREFUSED 192.0.2.7:3306"), { code: "ECONNREFUSED" });

/** Suspends the MariaDB server of the tests and resumes it after each test. Call it in `describe`. */
export function useHangingDatabase(): { stop(): Promise<void>; goOn(): Promise<void> } {
  let stopped = false;
  const goOn = async (): Promise<void> => {
    (await mariaDbProcess()).kill("SIGCONT");
    stopped = false;
  };
  afterEach(async () => {
    if (stopped) await goOn();
  });
  const isStopped = async (pid: number): Promise<boolean> =>
    /\) T /.test(await readFile(`/proc/${pid}/stat`, "utf8"));
  return {
    goOn,
    async stop() {
      const server = await mariaDbProcess();
      server.kill("SIGSTOP");
      stopped = true;
      await until("the database stands still", () => isStopped(server.pid!));
    },
  };
}
