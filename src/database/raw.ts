import type { Knex } from "knex";

interface Client {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  query(connection: unknown, query: object): Promise<unknown>;
}

/**
 * The only row of a hand-written SELECT that runs with every request. It goes to the client directly: knex would
 * search the text for bindings each time. On SQLite the row is fetched without a cursor.
 */
export async function selectOne<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row | undefined> {
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  try {
    const { response } = (await client.query(connection, { sql, bindings, options: { single: true } })) as {
      response: Row[] | [Row[], unknown];
    };
    return Array.isArray(response[0]) ? response[0][0] : (response[0] as Row | undefined);
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Rows of a hand-written SELECT; mysql2 wraps them in a pair with the column descriptions. */
export async function selectRaw<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> {
  const result = (await knex.raw(sql, bindings)) as Row[] | [Row[], unknown];
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
}
