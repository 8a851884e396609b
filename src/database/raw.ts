import type { Knex } from "knex";

export interface Client {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  query(connection: unknown, query: object): Promise<unknown>;
}

/** The single row of a hand-written SELECT, for queries that run on every request. */
export async function selectOne<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row | undefined> {
  const [row] = await query<Row>(knex, { sql, bindings });
  return row;
}

/** All rows of a hand-written SELECT, for queries that run on every request. */
export const selectAll = <Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> => query<Row>(knex, { sql, bindings });

/** Runs a hand-written write, for statements that run on every request. @returns the number of changed rows */
export async function changeRows(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<number> {
  const response = await send<{ changes: number } | [{ affectedRows: number }]>(knex, { sql, bindings });
  return Array.isArray(response) ? response[0].affectedRows : response.changes;
}

async function query<Row>(knex: Knex, statement: object): Promise<Row[]> {
  const response = await send<Row[] | [Row[], unknown]>(knex, statement);
  return Array.isArray(response[0]) ? response[0] : (response as Row[]);
}

/** Bypasses knex, which would search the text for bindings each time. */
async function send<Response>(knex: Knex, query: object): Promise<Response> {
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  try {
    return ((await client.query(connection, query)) as { response: Response }).response;
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Rows of a hand-written SELECT. mysql2 returns them in a pair with the column descriptions. */
export async function selectRaw<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> {
  const result = (await knex.raw(sql, bindings)) as Row[] | [Row[], unknown];
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
}
