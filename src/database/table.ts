import type { Knex } from "knex";
import { selectRaw } from "./raw.js";
import { changeSchema } from "./schema-change.js";

/** Column types that compare byte for byte and hold the same values on SQLite, MariaDB and MySQL. */
export interface Columns {
  /** UUID in text form. */
  uuid(name: string): Knex.ColumnBuilder;
  /** SHA-256 of a credential. */
  sha256(name: string): Knex.ColumnBuilder;
  /** A text of ASCII characters, of at most this length. */
  ascii(name: string, length: number): Knex.ColumnBuilder;
  /** Milliseconds since the epoch, UTC. */
  time(name: string): Knex.ColumnBuilder;
  /** A generated column: the value of the expression where the SQL condition holds, otherwise null. */
  generated(name: string, condition: string, expression: string): Knex.ColumnBuilder;
}

export const isSqlite = (knex: Knex): boolean => (knex.client as { dialect: string }).dialect === "sqlite3";

/** Creates a table with binary collation, whatever the server's default is. Existing parts of it are kept. */
export async function createTable(
  knex: Knex,
  name: string,
  build: (table: Knex.CreateTableBuilder, columns: Columns) => void,
): Promise<void> {
  const sqlite = isSqlite(knex);
  const collation = sqlite ? null : await binaryCollation(knex);
  const creation = knex.schema.createTable(name, (table) => {
    if (collation !== null) {
      table.engine("InnoDB");
      table.charset("utf8mb4");
      table.collate(collation);
    }
    build(table, columnsOf(table, sqlite));
  });
  await changeSchema(knex, creation);
}

/** Changes a table, with the column types of `createTable`. Existing parts of the change are kept. */
export async function changeTable(
  knex: Knex,
  name: string,
  build: (table: Knex.AlterTableBuilder, columns: Columns) => void,
): Promise<void> {
  const change = knex.schema.alterTable(name, (table) => build(table, columnsOf(table, isSqlite(knex))));
  await changeSchema(knex, change);
}

/** A collation in which trailing blanks matter, as they do on SQLite; `utf8mb4_bin` ignores them. */
async function binaryCollation(knex: Knex): Promise<string> {
  const [row] = await selectRaw<{ version: string }>(knex, "select version() as version", []);
  return /mariadb/i.test(row!.version) ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
}

function columnsOf(table: Knex.CreateTableBuilder, sqlite: boolean): Columns {
  const type = (name: string, onSqlite: string, onMysql: string) =>
    table.specificType(name, sqlite ? onSqlite : onMysql);
  const ASCII = "character set ascii collate ascii_bin";
  return {
    uuid: (name) => type(name, "text", `char(36) ${ASCII}`),
    ascii: (name, length) => type(name, "text", `varchar(${length}) ${ASCII}`),
    sha256: (name) => type(name, "blob", "binary(32)"),
    time: (name) => table.bigInteger(name),
    generated: (name, condition, expression) => {
      const rule = `generated always as (case when ${condition} then ${expression} end) virtual`;
      return type(name, `text ${rule}`, `varchar(255) ${rule}`);
    },
  };
}

/**
 * The table, read by this index. Without it the database may choose another one by its statistics, which are outdated
 * after large changes.
 */
export const withIndexHint = (knex: Knex, table: string, index: string): Knex.QueryBuilder =>
  knex(
    knex.raw(isSqlite(knex) ? "?? indexed by ??" : "?? force index (??)", [
      table,
      index,
    ]) as unknown as string,
  );

/** The name of the index of the primary key, a text. */
export const primaryKey = (knex: Knex, table: string): string =>
  isSqlite(knex) ? `sqlite_autoindex_${table}_1` : "PRIMARY";

/** MariaDB makes a subquery of lists of 1000 values or more, and reads the whole table or index for it. */
const LONGEST_LIST = 500;

/** `whereIn` for any number of values, with the same statement on SQLite. */
export function whereInList(
  query: Knex.QueryBuilder,
  knex: Knex,
  column: string,
  values: readonly (string | number)[],
): void {
  if (isSqlite(knex))
    query.whereRaw("?? in (select value from json_each(?))", [column, JSON.stringify(values)]);
  else if (values.length <= LONGEST_LIST) query.whereIn(column, [...values]);
  else
    query.where((either) => {
      for (let start = 0; start < values.length; start += LONGEST_LIST)
        either.orWhereIn(column, values.slice(start, start + LONGEST_LIST));
    });
}

/** Adds an inner join that reads the tables in this order, the second by this index, whatever the statistics say. */
export function innerJoinInOrder(
  knex: Knex,
  query: Knex.QueryBuilder,
  { table, index, on }: { table: string; index: string; on: string },
): Knex.QueryBuilder {
  const [join, hint] = isSqlite(knex)
    ? ["cross join", "indexed by ??"]
    : ["straight_join", "force index (??)"];
  return query.joinRaw(`${join} ?? ${hint} on ${on}`, [table, index]);
}
