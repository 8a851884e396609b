import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import knex, { type Knex } from "knex";
import Libsql from "libsql";
import { knexConfig } from "../../src/database/knex-config.js";
import { changeRows, selectAll, selectOne, selectRaw, type Client } from "../../src/database/raw.js";

/** The driver's types omit `interrupt`. */
type Raw = InstanceType<typeof Libsql> & { interrupt(): void };
/** The rows, the number of changed rows, or the error code. */
type Answer = object[] | number | string;
type Column = "id" | "name" | "age";

const SCHEMA = `create table people (id integer primary key, name text unique, age integer check (age < 200));
  insert into people values (1, 'Ada', 36), (2, 'Bob', 40), (3, 'Cem', 28)`;
const VALUES: Record<Column, fc.Arbitrary<string | number>> = {
  id: fc.integer({ min: 1, max: 6 }),
  name: fc.constantFrom("Ada", "Bob", "Cem", "Dina", "Eva"),
  age: fc.constantFrom(1, 28, 300),
};
/** Statements that return rows; the fourth fails in the middle. */
const READS: Record<string, Column[]> = {
  "select id, name, age from people where id = ?": ["id"],
  "select id, name from people where name = ?": ["name"],
  "select * from people order by id": [],
  "select id, case when id = ? then abs(-9223372036854775807 - 1) else id end as n from people": ["id"],
  "insert into people (id, name, age) values (?, ?, ?) returning id, name": ["id", "name", "age"],
};
const WRITES: Record<string, Column[]> = {
  "insert into people (id, name, age) values (?, ?, ?)": ["id", "name", "age"],
  "update people set name = ? where id = ?": ["name", "id"],
  "update people set age = ? where id = ?": ["age", "id"],
  "delete from people where id = ?": ["id"],
};
const TROUBLES = ["renamed", "locked", "interrupted", "column added"] as const;
type Trouble = (typeof TROUBLES)[number] | null;

interface Call {
  use: "one" | "all" | "raw" | "change" | "transaction";
  sql: string;
  bindings: readonly (string | number)[];
  /** Changes of the table by another connection while the statement runs. */
  trouble: Trouble;
}

const calls = (uses: Call["use"][], statements: Record<string, Column[]>): fc.Arbitrary<Call> =>
  fc.constantFrom(...Object.entries(statements)).chain(([sql, columns]) =>
    fc.record({
      use: fc.constantFrom(...uses),
      sql: fc.constant(sql),
      bindings: fc.tuple(...columns.map((column) => VALUES[column])),
      trouble: fc.option(fc.constantFrom(...TROUBLES), { freq: 2 }),
    }),
  );
const SEQUENCES = fc.array(
  fc.oneof(calls(["one", "all", "raw"], READS), calls(["change", "raw", "transaction"], WRITES)),
  {
    minLength: 1,
    maxLength: 40,
  },
);

/** Causes the error. @returns a function that removes the cause */
function start(trouble: Trouble, index: number, connection: Raw, other: Raw): () => void {
  switch (trouble) {
    case "renamed":
      other.exec("alter table people rename to crowd");
      return () => other.exec("alter table crowd rename to people");
    case "locked":
      other.exec("begin immediate");
      return () => other.exec("rollback");
    case "column added":
      other.exec(`alter table people add column column_${index} integer default ${index}`);
      return () => undefined;
    case "interrupted":
      return interrupt(connection);
    case null:
      return () => undefined;
  }
}

/** SQLite interrupts every statement that starts before the running one has ended. */
function interrupt(connection: Raw): () => void {
  const numbers =
    "with recursive n (i) as (select 1 union all select i + 1 from n limit 500) select i from n";
  const running = connection.prepare(numbers).iterate();
  running.next();
  connection.interrupt();
  return () => {
    expect(() => [...running]).to.throw(/interrupt/);
  };
}

const codeOf = (error: unknown): string => {
  const { extendedCode, code } = error as { extendedCode?: string; code?: string };
  return extendedCode ?? code ?? String(error);
};

function freshAnswer(connection: Raw, { use, sql, bindings }: Call): Answer {
  try {
    const statement = connection.prepare(sql);
    if (!statement.reader) return statement.run([...bindings]).changes;
    const rows = statement.all([...bindings]) as object[];
    return use === "one" ? rows.slice(0, 1) : rows;
  } catch (error) {
    return codeOf(error);
  }
}

async function clientAnswer(database: Knex, { use, sql, bindings }: Call): Promise<Answer> {
  try {
    if (use === "change") return await changeRows(database, sql, bindings);
    if (use === "all") return await selectAll<object>(database, sql, bindings);
    if (use === "one")
      return [await selectOne<object>(database, sql, bindings)].filter((row) => row !== undefined);
    const answer: unknown =
      use === "transaction"
        ? await database.transaction((trx) => selectRaw(trx, sql, bindings))
        : await selectRaw(database, sql, bindings);
    return Array.isArray(answer) ? (answer as object[]) : (answer as { changes: number }).changes;
  } catch (error) {
    return codeOf(error);
  }
}

async function connectionOf(database: Knex): Promise<Raw> {
  const client = database.client as Client;
  const connection = await client.acquireConnection();
  await client.releaseConnection(connection);
  return connection as Raw;
}

describe("Cached statements of the SQLite client", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "authdock-statements-"))));
  after(() => rmSync(folder, { recursive: true }));
  let files = 0;

  /** A new database with the client or the driver, and a second connection to it. */
  function open(): { file: string; other: Raw } {
    const file = join(folder, `${++files}.sqlite`);
    const other = new Libsql(file) as Raw;
    other.exec("pragma journal_mode = wal");
    other.exec(SCHEMA);
    return { file, other };
  }

  async function answersOfClient(sequence: Call[]): Promise<Answer[]> {
    const { file, other } = open();
    const retryPolicy = { attempts: 1, lockWaitMs: 0 };
    const database = knex({ ...knexConfig(`sqlite:${file}`), retryPolicy } as Knex.Config);
    const answers: Answer[] = [];
    for (const [index, call] of sequence.entries()) {
      await database.raw("pragma busy_timeout = 0");
      const end = start(call.trouble, index, await connectionOf(database), other);
      answers.push(await clientAnswer(database, call));
      end();
    }
    other.close();
    await database.destroy();
    return answers;
  }

  /** Every call opens a connection and prepares its statement on it. */
  function freshAnswers(sequence: Call[]): Answer[] {
    const { file, other } = open();
    const answers = sequence.map((call, index) => {
      const connection = new Libsql(file) as Raw;
      const end = start(call.trouble, index, connection, other);
      const answer = freshAnswer(connection, call);
      end();
      connection.close();
      return answer;
    });
    other.close();
    return answers;
  }

  it("return the same as newly prepared ones after any sequence of calls", async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(SEQUENCES, async (sequence) => {
        expect(await answersOfClient(sequence)).to.deep.equal(freshAnswers(sequence));
      }),
      { numRuns: 150 },
    );
  });

  it("are tested with every kind of error in these sequences", () => {
    const read = Object.keys(READS)[0]!;
    const write = { use: "change", sql: Object.keys(WRITES)[3]!, bindings: [1] } as const;
    const failing = { use: "all", sql: Object.keys(READS)[3]!, bindings: [2] } as const;
    const asked = { use: "one", sql: read, bindings: [1] } as const;
    expect(
      freshAnswers([
        { ...asked, trouble: "renamed" },
        { ...asked, trouble: "interrupted" },
        { ...failing, trouble: null },
        { ...write, trouble: "locked" },
        { ...asked, trouble: "column added" },
      ]),
    ).to.deep.equal([
      "SQLITE_ERROR",
      "SQLITE_INTERRUPT",
      "SQLITE_ERROR",
      "SQLITE_BUSY",
      [{ id: 1, name: "Ada", age: 36 }],
    ]);
  });

  it("don't return the row of the previous caller after a failed read", async () => {
    const read = { use: "one", sql: Object.keys(READS)[0]! } as const;
    const answers = await answersOfClient([
      { ...read, bindings: [1], trouble: null },
      { ...read, bindings: [1], trouble: "renamed" },
      { ...read, bindings: [2], trouble: null },
    ]);
    expect(answers[1]).to.equal("SQLITE_ERROR");
    expect(answers[2]).to.deep.equal([{ id: 2, name: "Bob", age: 40 }]);
  });
});
