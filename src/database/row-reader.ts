import type { Knex } from "knex";
import { sqliteFile } from "../config/addresses.js";
import type { Awaitable } from "../lib/awaitable.js";
import { keyOf, type Binding } from "./binding-key.js";
import { CommitWatch } from "./commit-watch.js";
import { timesOpened } from "./opened-files.js";
import { selectOne } from "./raw.js";
import { watchOf, type StatementWatch } from "./statement-watch.js";
import { rowMaker, type RowMaker } from "./row-maker.js";
import { columnNames, openToRead, type RawDatabase, type Statement } from "./sqlite-statements.js";

/** Reads a row by a hand-written SELECT, for statements that run on every request. It always sees the last commit. */
export interface RowReader {
  one<Row>(sql: string, bindings: Binding[]): Awaitable<Row | undefined>;
  /**
   * As `one`, for bindings that repeat, so not for the time. On SQLite from memory until anything is committed, so all
   * callers share the row, and it is frozen.
   */
  repeated<Row>(sql: string, bindings: Binding[]): Awaitable<Readonly<Row> | undefined>;
  /**
   * The result of a read, on SQLite from memory until anything is committed.
   * @param key everything that the result depends on besides the database
   */
  untilCommit<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
  /**
   * Called by a transaction that has the lock for writing and will write only to these tables.
   * @returns to be called after its commit, so that rows from other tables are still taken from memory. It must not be called if
   * nothing was written, because the next commit of another process would then be taken for this one.
   */
  beforeCommitTo(tables: readonly string[]): () => void;
  close(): void;
}

/** Reads with the connections of `knex`, which can be a transaction. */
export function pooledReader(knex: Knex): RowReader {
  const one: RowReader["one"] = (sql, bindings) => selectOne(knex, sql, bindings);
  return {
    one,
    repeated: one,
    untilCommit: (_key, read) => read(),
    beforeCommitTo: () => () => undefined,
    close: () => undefined,
  };
}

/** @param databaseUrl the database of `knex` */
export function rowReader(knex: Knex, databaseUrl: string): RowReader {
  const pooled = pooledReader(knex);
  const file = sqliteFile(databaseUrl);
  if (file === null) return pooled;
  return new SqliteRowReader(file, pooled, watchOf((knex.client as { config: object }).config));
}

/** The result of a query, or undefined for no row. */
type Found = object | undefined;

interface PreparedRead {
  statement: Statement;
  toRow: RowMaker;
  /** The results since the last commit, by bindings. */
  known: Map<string, Found>;
}

/** For each statement, and of other results. More are seldom needed between two commits. */
const MAX_KNOWN = 1000;

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
  private commits: CommitWatch | undefined;
  private results = new Map<string, unknown>();

  constructor(
    private readonly file: string,
    private readonly other: RowReader,
    private readonly watch: StatementWatch,
  ) {}

  one<Row>(sql: string, bindings: Binding[]): Awaitable<Row | undefined> {
    return this.read(sql, bindings, (prepared) => this.run(sql, prepared, bindings));
  }

  repeated<Row>(sql: string, bindings: Binding[]): Awaitable<Readonly<Row> | undefined> {
    return this.read(sql, bindings, (prepared) => {
      this.forgetAfterCommit();
      return this.known(sql, prepared, bindings);
    });
  }

  beforeCommitTo(tables: readonly string[]): () => void {
    this.followPool();
    try {
      this.forgetAfterCommit();
    } catch {
      this.close(); // and so nothing is in memory
      return () => undefined;
    }
    const isTheOnlyOne = this.commits!.beforeOwn();
    return () => {
      if (isTheOnlyOne()) this.forget((sql) => tables.some((table) => sql.includes(table)));
    };
  }

  async untilCommit<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    this.followPool();
    try {
      this.forgetAfterCommit();
    } catch {
      this.close();
      return read();
    }
    const { results } = this;
    if (results.has(key)) return results.get(key) as Result;
    const result = await read();
    // after a commit, `this.results` is another map, so an outdated result is kept where nobody looks
    if (results.size >= MAX_KNOWN) results.clear();
    results.set(key, result);
    return result;
  }

  private read<Row>(
    sql: string,
    bindings: Binding[],
    find: (prepared: PreparedRead) => Found,
  ): Awaitable<Row | undefined> {
    this.followPool();
    try {
      return find(this.statements.get(sql) ?? this.prepare(sql)) as Row | undefined;
    } catch {
      this.close();
      return this.other.one<Row>(sql, bindings);
    }
  }

  private known(sql: string, prepared: PreparedRead, bindings: Binding[]): Found {
    const { known } = prepared;
    const key = keyOf(bindings);
    const kept = known.get(key);
    if (kept !== undefined || known.has(key)) return kept;
    if (known.size >= MAX_KNOWN) known.clear();
    const found = Object.freeze(this.run(sql, prepared, bindings));
    known.set(key, found);
    return found;
  }

  private run(sql: string, { statement, toRow }: PreparedRead, bindings: Binding[]): Found {
    const started = performance.now();
    const values = statement.get(bindings);
    this.watch.ran(sql, started);
    return values && toRow(values);
  }

  private followPool(): void {
    if (this.opened !== timesOpened(this.file)) this.close();
  }

  private forgetAfterCommit(): void {
    this.commits ??= new CommitWatch(this.open(), this.file);
    if (this.commits.hasCommit()) this.forget(() => true);
  }

  private forget(isConcerned: (sql: string) => boolean): void {
    for (const [sql, { known }] of this.statements) if (isConcerned(sql)) known.clear();
    this.results = new Map();
  }

  close(): void {
    this.statements.clear();
    this.commits = undefined;
    this.results = new Map();
    this.database?.close();
    this.database = undefined;
  }

  private prepare(sql: string): PreparedRead {
    const statement = this.open().prepare(sql).raw();
    const known = new Map<string, Found>();
    const prepared = { statement, toRow: rowMaker(columnNames(statement)), known };
    this.statements.set(sql, prepared);
    return prepared;
  }

  private open(): RawDatabase {
    if (this.database) return this.database;
    this.opened = timesOpened(this.file);
    return (this.database = openToRead(this.file));
  }
}
