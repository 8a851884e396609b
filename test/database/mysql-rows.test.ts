import { expect } from "chai";
import fc from "fast-check";
import type { Knex } from "knex";
import mysql from "mysql2/promise";
import { selectAll, selectOne, selectRaw } from "../../src/database/raw.js";
import { onMariaDb, testDatabaseUrl } from "../support/app/config.js";
import { useWorld } from "../support/app/world.js";

/** Literals of every type that the tables have or aggregates return. */
const LITERALS = [
  "null",
  "7",
  "-1",
  "9007199254740991",
  "1.50",
  "1e3",
  "'Ada'",
  "''",
  "'ğüş😀'",
  "'it''s `quoted`'",
  "unhex('00ff07')",
  "count(*)",
  "sum(1.25)",
  "json_object('a', 1)",
  "cast('x' as binary(3))",
  "cast('2026-11-22' as date)",
];
const NAMES = [
  "id",
  "ID",
  "name",
  "a b",
  "a-b",
  "a,b",
  "a:b",
  "a/b",
  "0",
  "constructor",
  "ü",
  'say "x"',
  "it's",
];

interface Call {
  use: "one" | "all" | "raw";
  columns: { literal: string; name: string }[];
  /** The number of rows; -1 for a table that doesn't exist. */
  rows: number;
}
const SEQUENCES = fc.array(
  fc.record<Call>({
    use: fc.constantFrom("one", "all", "raw"),
    columns: fc.uniqueArray(
      fc.record({ literal: fc.constantFrom(...LITERALS), name: fc.constantFrom(...NAMES) }),
      { minLength: 1, maxLength: 5, selector: ({ name }) => name },
    ),
    rows: fc.integer({ min: -1, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

function sqlOf({ columns, rows }: Call): string {
  const list = columns.map(({ literal, name }) => `${literal} as \`${name}\``).join(", ");
  if (rows === -1) return `select ${list} from nowhere`;
  const numbers = [
    "select 1 as n where 1 = 0",
    ...Array.from({ length: rows }, (_, n) => `select ${n} as n`),
  ];
  return `select ${list} from (${numbers.join(" union all ")}) as numbers group by n`;
}

type Answer = unknown[] | string;

async function clientAnswer(knex: Knex, call: Call): Promise<Answer> {
  try {
    if (call.use === "one")
      return [await selectOne(knex, sqlOf(call), [])].filter((row) => row !== undefined);
    return await (call.use === "all" ? selectAll : selectRaw)(knex, sqlOf(call), []);
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

/** Bypasses the driver's row factories: reads rows as lists and names the values by the column descriptions. */
async function freshAnswer(connection: mysql.Connection, call: Call): Promise<Answer> {
  mysql.clearParserCache();
  try {
    const [rows, fields] = await connection.query<mysql.RowDataPacket[][]>({
      sql: sqlOf(call),
      rowsAsArray: true,
    });
    const named = rows.map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])));
    return call.use === "one" ? named.slice(0, 1) : named;
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

if (onMariaDb())
  describe("Rows of the MariaDB client", () => {
    const world = useWorld();

    it("are the same with the driver's cache in any state", async function () {
      this.timeout(120_000);
      const options = { timezone: "Z", charset: "utf8mb4", supportBigNumbers: true, decimalNumbers: true };
      const connection = await mysql.createConnection({ uri: testDatabaseUrl(), ...options });
      const { knex } = world.services;
      await fc.assert(
        fc.asyncProperty(SEQUENCES, async (sequence) => {
          const answers: Answer[] = [];
          for (const call of sequence) answers.push(await clientAnswer(knex, call));
          const plain = answers.map((answer) =>
            typeof answer === "string" ? answer : answer.map((row) => ({ ...(row as object) })),
          );
          const expected: Answer[] = [];
          for (const call of sequence) expected.push(await freshAnswer(connection, call));
          expect(plain).to.deep.equal(expected);
        }),
        { numRuns: 100 },
      );
      await connection.end();
    });
  });
