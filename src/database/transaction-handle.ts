import type { Knex } from "knex";
import type { Client } from "./raw.js";

/**
 * knex for the statements of one transaction. It inherits everything from `knex`, and has a client that always uses the
 * connection. `knex.transaction` would build a knex with all its methods each time, which takes longer than two
 * statements, and whose 20 kB only a collection of the whole heap frees. There is no `commit` and `rollback`, because
 * the work of a transaction ends it by returning or by failing.
 * @returns also `end`, after which each statement fails
 */
export function handleOf(knex: Knex, connection: unknown): { trx: Knex.Transaction; end: () => void } {
  const outside = knex.client as Client & Pick<Knex, "queryBuilder">;
  let hasEnded = false;
  const client = Object.assign(Object.create(outside) as typeof outside, {
    transacting: true,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    query: (_: unknown, statement: object) =>
      hasEnded
        ? Promise.reject(new Error("The transaction of this statement has ended."))
        : outside.query(connection, statement),
  });
  const trx = (...table: Parameters<Knex>): unknown => client.queryBuilder().table(...table);
  Object.setPrototypeOf(trx, knex);
  const { context } = knex as unknown as { context: object };
  Object.assign(trx, {
    context: Object.assign(Object.create(context) as object, { client }),
    isTransaction: true,
  });
  return { trx: trx as unknown as Knex.Transaction, end: () => (hasEnded = true) };
}
