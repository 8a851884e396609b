import type { Knex } from "knex";
import { sqliteFile } from "../config/addresses.js";
import type { Awaitable } from "../lib/awaitable.js";
import { reopenCount } from "./sqlite/opened-files.js";
import { rowMaker, type RowMaker, selectOne } from "./raw.js";
import { watchOf, type StatementWatch } from "./statement-watch.js";
import { columnNames, openToRead, type RawDatabase, type Statement } from "./sqlite/sqlite-statements.js";

/** A value of a statement that runs on every request. */
export type Binding = string | number | Buffer;

/** Reads a row by a hand-written SELECT, for statements that run on every request. It always sees the last commit. */
export interface RowReader {
  one<Row>(sql: string, bindings: Binding[]): Awaitable<Row | undefined>;
  close(): void;
}

/** Reads with the connections of `knex`, which can be a transaction. */
export const pooledReader = (knex: Knex): RowReader => ({
  one: (sql, bindings) => selectOne(knex, sql, bindings),
  close: () => undefined,
});

/** @param databaseUrl the database of `knex` */
export function rowReader(knex: Knex, databaseUrl: string): RowReader {
  const pooled = pooledReader(knex);
  const file = sqliteFile(databaseUrl);
  if (file === null) return pooled;
  return new SqliteRowReader(file, pooled, watchOf((knex.client as { config: object }).config));
}

interface PreparedRead {
  statement: Statement;
  toRow: RowMaker;
}

/**
 * Reads on a connection of its own, so that nothing waits for the transactions of the other one. In WAL mode each
 * statement sees what was committed before it.
 *
 * The statements run only through libsql's `get`, which resets them immediately. After an error neither the connection nor a
 * statement is used again, because `get` would run with the previous bindings. The other reader repeats the query: it
 * waits for locks and reports errors. When the pool has opened the file again, this connection does so, too.
 */
class SqliteRowReader implements RowReader {
  private database: RawDatabase | undefined;
  private opened = 0;
  private readonly statements = new Map<string, PreparedRead>();

  constructor(
    private readonly file: string,
    private readonly other: RowReader,
    private readonly watch: StatementWatch,
  ) {}

  one<Row>(sql: string, bindings: Binding[]): Awaitable<Row | undefined> {
    this.followPool();
    try {
      return this.run(sql, bindings) as Row | undefined;
    } catch {
      this.close();
      return this.other.one<Row>(sql, bindings);
    }
  }

  private run(sql: string, bindings: Binding[]): object | undefined {
    const { statement, toRow } = this.statements.get(sql) ?? this.prepare(sql);
    const started = performance.now();
    const values = statement.get(bindings);
    this.watch.ran(sql, started);
    return values && toRow(values);
  }

  private followPool(): void {
    if (this.opened !== reopenCount(this.file)) this.close();
  }

  close(): void {
    this.statements.clear();
    this.database?.close();
    this.database = undefined;
  }

  private prepare(sql: string): PreparedRead {
    const statement = this.open().prepare(sql).raw();
    const prepared = { statement, toRow: rowMaker(columnNames(statement)) };
    this.statements.set(sql, prepared);
    return prepared;
  }

  private open(): RawDatabase {
    if (this.database) return this.database;
    this.opened = reopenCount(this.file);
    return (this.database = openToRead(this.file));
  }
}
