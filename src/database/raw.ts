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

/** Makes a row of the values of its columns, as knex expects it. */
export type RowMaker = (values: unknown[]) => Record<string, unknown>;

const MAX_MAKERS = 1000;
const makers = new Map<string, RowMaker>();

/** One function for each list of columns. */
export function rowMaker(columns: readonly string[]): RowMaker {
  const key = JSON.stringify(columns);
  const known = makers.get(key);
  if (known) return known;
  if (makers.size >= MAX_MAKERS) makers.clear();
  const maker = makeRowMaker(columns);
  makers.set(key, maker);
  return maker;
}

/**
 * The function is generated, as mysql2 does it, and contains one object literal. An object with more than twelve keys that were
 * assigned in a loop is a dictionary in V8, which takes three times as long to make and is slower to read.
 */
function makeRowMaker(columns: readonly string[]): RowMaker {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: convert(values[${index}])`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a string of JSON is a string literal
  const factory = new Function("convert", `return (values) => ({ ${fields.join(", ")} })`);
  return (factory as (convert: (value: unknown) => unknown) => RowMaker)(convert);
}

/** Bytes come from the driver in two forms, and from another process in a third. */
function convert(value: unknown): unknown {
  if (typeof value !== "object") return value;
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (value instanceof Uint8Array && !Buffer.isBuffer(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
