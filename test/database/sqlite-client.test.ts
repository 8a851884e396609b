import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import { knexConfig } from "../../src/database/knex-config.js";
import { openToRead } from "../../src/database/sqlite/sqlite-statements.js";

/** Takes some milliseconds. */
const SLOW = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000)
  select count(*) from numbers`;

describe("Statements on SQLite", () => {
  let folder: string;
  let database: Knex;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-client-"));
    database = knex(knexConfig(`sqlite:${join(folder, "numbers.sqlite")}`));
  });

  afterEach(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs slow statements one after the other. @returns whether other work of the process had a turn before the last one */
  async function hasTurnAmong(statements: number, knex: Knex): Promise<boolean> {
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    for (let count = 0; count < statements; count++) await knex.raw(SLOW);
    return hadTurn;
  }

  it("of a transaction let other work run after a millisecond", async () => {
    await database.transaction(async (trx) => {
      await trx.raw(SLOW);
      expect(await hasTurnAmong(3, trx)).to.be.true;
    });
  });

  it("outside a transaction let other work run, too", async () => {
    await database.raw(SLOW);
    expect(await hasTurnAmong(3, database)).to.be.true;
  });

  it("run on connections that cache 1 MiB of the file, and half of it where they only read", async () => {
    const [pages] = (await database.raw("pragma cache_size")) as [{ cache_size: number }];
    expect(pages.cache_size).to.equal(256);
    const reader = openToRead(join(folder, "numbers.sqlite"));
    expect(reader.prepare("pragma cache_size").raw().all([])).to.deep.equal([[128]]);
    reader.close();
  });

  it("are timed without the turn that they waited for", async () => {
    const starts: number[] = [];
    const statements = { ran: (_sql: string, started: number) => starts.push(started) };
    const watched = knex({
      ...knexConfig(`sqlite:${join(folder, "numbers.sqlite")}`),
      statements,
    } as Knex.Config);
    await watched.raw(SLOW);
    let otherWork = 0;
    setImmediate(() => (otherWork = performance.now()));
    await watched.raw(SLOW);
    await watched.destroy();
    expect(otherWork).to.be.greaterThan(0);
    expect(starts.at(-1)).to.be.at.least(otherWork);
  });
});
