import type { Knex } from "knex";

type Query = (connection: unknown, query: { sql: string }) => Promise<unknown>;

/**
 * Runs the work while statements of this database fail, those in transactions included.
 * @param failure the error for a statement; null lets it through
 */
export async function whileQueriesFail<T>(
  knex: Knex,
  failure: (sql: string) => Error | null,
  work: () => PromiseLike<T>,
): Promise<T> {
  // inside a transaction knex works with a copy of the client that shares nothing but the prototype
  const prototype = Object.getPrototypeOf(knex.client) as { _query: Query };
  const original = prototype._query;
  prototype._query = function (connection, query) {
    const error = failure(query.sql);
    return error ? Promise.reject(error) : original.call(this, connection, query);
  };
  try {
    return await work();
  } finally {
    prototype._query = original;
  }
}

/** What a driver throws when nobody listens at the database's address. */
export const connectionRefused = (): Error =>
  Object.assign(new Error("connect ECONNREFUSED 192.0.2.7:3306"), { code: "ECONNREFUSED" });
