import type { Knex } from "knex";

/** MariaDB and MySQL: the table, column, index or key exists already, or doesn't exist any more. */
const DONE = new Set([
  "ER_TABLE_EXISTS_ERROR",
  "ER_DUP_FIELDNAME",
  "ER_DUP_KEYNAME",
  "ER_MULTIPLE_PRI_KEY",
  "ER_FK_DUP_NAME",
  "ER_CANT_DROP_FIELD_OR_KEY",
]);
/** SQLite reports it as text. MariaDB 10 reports an existing foreign key as a table that can't be created. */
const DONE_TEXT = /already exists|duplicate column name|no such (index|column)|errno: 121\b/i;

interface Step {
  sql: string;
  bindings?: readonly Knex.RawBinding[];
}

/**
 * Changes the schema one statement at a time and skips statements whose change exists, so that a migration that was
 * killed halfway can run again from the beginning.
 */
export async function changeSchema(knex: Knex, change: Knex.SchemaBuilder): Promise<void> {
  for (const { sql, bindings } of change.toSQL() as unknown as Step[]) await changeOnce(knex, sql, bindings);
}

/** `changeSchema` for one hand-written statement. */
export async function changeOnce(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<void> {
  try {
    await knex.raw(sql, bindings);
  } catch (error) {
    if (!isDone(error)) throw error;
  }
}

function isDone(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    DONE.has(code) || ((code === "ER_CANT_CREATE_TABLE" || isSqliteError(code)) && DONE_TEXT.test(message))
  );
}

const isSqliteError = (code: string): boolean => code.startsWith("SQLITE_");

const BATCH = 1000;

/**
 * Calls the work with each row of the table, in the order of ids and in batches, so that no statement holds many
 * locks while the previous version serves.
 */
export async function eachRow<Row extends { id: string }>(
  rows: () => Knex.QueryBuilder,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (let after = ""; ;) {
    const batch = (await rows().where("id", ">", after).orderBy("id").limit(BATCH)) as Row[];
    for (const row of batch) await work(row);
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.id;
  }
}
