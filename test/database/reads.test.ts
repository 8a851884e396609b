import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import { isDatabaseUnavailable } from "../../src/database/errors.js";
import { knexConfig, readerConfig, READERS } from "../../src/database/knex-config.js";
import type { ReaderProcess } from "../../src/database/reader-process.js";
import type { Client } from "../../src/database/raw.js";
import { Reads } from "../../src/database/reads.js";
import { RequestAborted, ServiceBusy } from "../../src/lib/failures.js";
import { until } from "../support/app/processes.js";
import { enlarge, temporaryFile } from "../support/database/sqlite-file.js";

const SILENT: Knex.Logger = {};
/** About a fifth of a second. */
const SLOW =
  "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select max(i) from n";
const ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n";

const errorOf = (work: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> =>
  Promise.resolve(work).then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => error as Error & Record<string, unknown>,
  );
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Works that hold all readers until they are released. */
function occupy(reads: Reads): { release: () => void; finished: Promise<unknown> } {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const finished = Promise.all(Array.from({ length: READERS }, () => reads.run(() => gate)));
  return { release, finished };
}

describe("Reads of a large SQLite file", () => {
  let place: ReturnType<typeof temporaryFile>;
  let main: Knex;
  let reads: Reads;
  let opened: Reads[];
  beforeEach(async () => {
    place = temporaryFile();
    main = knex(knexConfig(`sqlite:${place.file}`));
    await main.raw("create table t (a integer, b blob)");
    await enlarge(main);
    opened = [];
    reads = open();
  });
  afterEach(async () => {
    for (const one of opened) await one.close();
    await main.destroy();
    place.remove();
  });
  const open = (limits?: { waiting: number; waitMs: number }): Reads => {
    const one = new Reads(main, SILENT, limits);
    opened.push(one);
    return one;
  };
  const rowsOf = (table: string): Promise<unknown[]> => reads.run(async (reader) => await reader(table));
  const pidOf = (reader: Knex): Promise<number> => {
    const client = reader.client as Client;
    return client.acquireConnection().then(async (connection) => {
      await client.releaseConnection(connection);
      return (connection as ReaderProcess).pid!;
    });
  };

  it("see what this process has committed, and nothing else", async () => {
    for (let a = 0; a < 30; a++) {
      await main("t").insert({ a });
      expect(await reads.run(async (reader) => await reader("t").where({ a }))).to.have.length(1);
    }
    await main.transaction(async (trx) => {
      await trx("t").insert({ a: 99 });
      expect(await rowsOf("t")).to.have.length(30);
    });
    expect(await rowsOf("t")).to.have.length(31);
  });

  it("return the same values as the main connection, and take the same bindings", async () => {
    const b = Buffer.from([0, 255, 7]);
    await main("t").insert([{ a: 8_640_000_000_000_000, b }, { a: null }]);
    expect(await rowsOf("t")).to.deep.equal(await main("t"));
    const found = await reads.run(async (reader) => await reader("t").where({ b }).first());
    expect(found).to.deep.equal({ a: 8_640_000_000_000_000, b });
    expect(Buffer.isBuffer((found as { b: Buffer }).b)).to.equal(true);
    expect(await reads.run(async (reader) => await reader.raw("select ? as yes", [true]))).to.deep.equal([
      { yes: 1 },
    ]);
  });

  it("see new columns of a table although statements are cached", async () => {
    await main("t").insert({ a: 1 });
    await rowsOf("t");
    await main.raw("alter table t add column c integer default 2");
    expect(await rowsOf("t")).to.deep.equal([{ a: 1, b: null, c: 2 }]);
  });

  it("can't write", async () => {
    await errorOf(reads.run(async (reader) => await reader("t").insert({ a: 1 })));
    await errorOf(reads.run(async (reader) => await reader.raw("insert into t (a) values (1) returning a")));
    expect(await rowsOf("t")).to.deep.equal([]);
  });

  it("keep the values of a statement out of their errors, and keep the reader", async () => {
    const [before, after] = await reads.run(async (reader) => {
      const pid = await pidOf(reader);
      const error = await errorOf(reader("nowhere").where({ password: "the-secret" }));
      expect(error).to.include({ code: "SQLITE_ERROR" });
      expect(error.message).to.include("nowhere").and.not.include("the-secret");
      return [pid, await pidOf(reader)];
    });
    expect(after).to.equal(before);
  });

  it("don't block other statements and timers", async () => {
    const order: string[] = [];
    const slow = reads.run(async (reader) => await reader.raw(SLOW)).then(() => order.push("slow"));
    await rowsOf("t"); // the readers have started
    for (let n = 0; n < 5; n++) {
      await main("t").insert({ a: n });
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push("other");
    }
    await slow;
    expect(order).to.deep.equal([...Array<string>(5).fill("other"), "slow"]);
  });

  it("fail like an unavailable database when their reader is killed, which is then replaced", async () => {
    const error = await errorOf(
      reads.run(async (reader) => {
        const pid = await pidOf(reader);
        setTimeout(() => process.kill(pid, "SIGKILL"), 50);
        await reader.raw(ENDLESS);
      }),
    );
    expect(error).to.include({ code: "SQLITE_INTERRUPT", file: place.file });
    expect(isDatabaseUnavailable(error)).to.equal(true);
    expect(await rowsOf("t")).to.deep.equal([]);
  });

  it("end after the longest time of a statement", async () => {
    const short = { ...readerConfig(place.file), longestStatementMs: 2000, log: SILENT };
    const reader = knex(short as Knex.Config);
    expect(await errorOf(reader.raw(ENDLESS))).to.include({ code: "SQLITE_INTERRUPT" });
    expect(await reader("t")).to.deep.equal([]);
    await reader.destroy();
  });

  it("fail when the file is unreadable or missing, and work again with it", async () => {
    await main.destroy();
    const sound = readFileSync(place.file);
    const reader = knex({ ...readerConfig(place.file), log: SILENT });
    writeFileSync(place.file, "this is no database, however long it is ".repeat(50));
    const broken = await errorOf(reader("t"));
    expect(broken).to.include({ code: "SQLITE_NOTADB", file: place.file });
    rmSync(place.file);
    const missing = await errorOf(reader("t"));
    expect(missing).to.include({ code: "SQLITE_CANTOPEN", file: place.file });
    for (const error of [broken, missing]) expect(isDatabaseUnavailable(error)).to.equal(true);
    expect(existsSync(place.file)).to.equal(false);
    writeFileSync(place.file, sound);
    expect(await reader("t")).to.deep.equal([]);
    await reader.destroy();
  });

  it("finish before they are closed, which ends the readers", async () => {
    let pid = 0;
    const slow = reads.run(async (reader) => {
      pid = await pidOf(reader);
      return (await reader.raw(SLOW)) as unknown[];
    });
    await until("it reads", () => Promise.resolve(pid !== 0));
    await reads.close();
    expect(await slow).to.have.length(1);
    expect(isRunning(pid)).to.equal(false);
  });

  it("wait for a reader in the order of their arrival", async () => {
    const { release, finished } = occupy(reads);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((n) => reads.run(() => Promise.resolve(order.push(n))));
    expect(reads.waiting).to.equal(3);
    release();
    await Promise.all([finished, ...waiting]);
    expect(order).to.deep.equal([1, 2, 3]);
    expect(reads.waiting).to.equal(0);
  });

  it("are rejected when too many wait, or when they wait too long, except for parts of an answer", async () => {
    reads = open({ waiting: 2, waitMs: 50 });
    const { release, finished } = occupy(reads);
    const done = (): Promise<string> => Promise.resolve("done");
    const late = [1, 2].map(() => errorOf(reads.run(done)));
    const part = reads.run(done, { isPatient: true });
    expect(await errorOf(reads.run(done))).to.be.instanceOf(ServiceBusy);
    for (const error of await Promise.all(late)) expect(error).to.be.instanceOf(ServiceBusy);
    expect(reads.waiting).to.equal(1);
    release();
    await finished;
    expect(await part).to.equal("done");
  });

  it("never start when the request is aborted before", async () => {
    const { release, finished } = occupy(reads);
    const client = new AbortController();
    let isStarted = false;
    const start = (): Promise<boolean> => Promise.resolve((isStarted = true));
    const queued = errorOf(reads.run(start, { signal: client.signal }));
    const next = reads.run(() => Promise.resolve("next"));
    client.abort();
    expect(await queued).to.be.instanceOf(RequestAborted);
    expect(await errorOf(reads.run(start, { signal: client.signal }))).to.be.instanceOf(RequestAborted);
    release();
    await finished;
    expect(await next).to.equal("next");
    expect(isStarted).to.equal(false);
  });

  it("give their place to the next when they fail", async () => {
    for (let n = 0; n <= READERS; n++) await errorOf(reads.run(() => Promise.reject(new Error("it fails"))));
    expect(await rowsOf("t")).to.deep.equal([]);
  });
});

describe("Reads of a small SQLite file", () => {
  it("use the main connection, and start no process", async () => {
    const place = temporaryFile();
    const main = knex(knexConfig(`sqlite:${place.file}`));
    await main.raw("create table t (a integer)");
    const reads = new Reads(main, SILENT);
    expect(await reads.run((reader) => Promise.resolve(reader === main))).to.equal(true);
    expect(reads.pools["readers"]!.numFree()).to.equal(0);
    await reads.close();
    await main.destroy();
    place.remove();
  });
});

describe("Reads of a database in memory", () => {
  it("use the main connection", async () => {
    const main = knex(knexConfig("sqlite::memory:"));
    const reads = new Reads(main, SILENT);
    expect(await reads.run((reader) => Promise.resolve(reader === main))).to.equal(true);
    await reads.close();
    await main.destroy();
  });
});
