import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import { isDatabaseUnavailable } from "../../src/database/errors.js";
import { knexConfig } from "../../src/database/knex-config.js";
import { selectRaw } from "../../src/database/raw.js";
import { onMariaDb, testDatabaseUrl } from "../support/app/config.js";
import { freePort } from "../support/database/mariadb.js";
import { useWorld } from "../support/app/world.js";

const errorOf = (work: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> =>
  Promise.resolve(work).then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => error as Error & Record<string, unknown>,
  );

describe("The database client", () => {
  const world = useWorld();

  it("returns rows of a raw statement in the same form on every database", async () => {
    const rows = await selectRaw<{ one: number; word: string }>(
      world.services.knex,
      "select 1 as one, ? as word",
      ["a"],
    );
    expect(rows.map((row) => ({ ...row }))).to.deep.equal([{ one: 1, word: "a" }]);
    expect(await selectRaw(world.services.knex, "select 1 as one from users where 1 = 0", [])).to.deep.equal(
      [],
    );
  });

  it("keeps the values of a statement out of its errors", async () => {
    const error = await errorOf(world.services.knex("nowhere").insert({ password: "the-secret-hash" }));
    expect(error.message).to.include("insert into `nowhere`").and.include("?");
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.to.include(
      "the-secret-hash",
    );
  });

  it("rolls back the whole transaction when one statement fails", async () => {
    const { knex: database } = world.services;
    await errorOf(
      database.transaction(async (trx) => {
        await trx("rate_limits").insert({ key: "half", hits: 1, expires_at: 1 });
        await trx("nowhere").insert({ a: 1 });
      }),
    );
    expect(await database("rate_limits")).to.deep.equal([]);
  });
});

describe("The SQLite client", () => {
  let folder: string;
  let databases: Knex[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-sqlite-"));
    databases = [];
  });
  afterEach(async () => {
    for (const database of databases) await database.destroy();
    rmSync(folder, { recursive: true });
  });
  const open = (file = join(folder, "deep/in/a/folder/db.sqlite")): Knex => {
    const database = knex(knexConfig(`sqlite:${file}`));
    databases.push(database);
    return database;
  };
  const pragma = async (database: Knex, name: string): Promise<unknown> =>
    Object.values(((await database.raw(`pragma ${name}`)) as object[])[0]!)[0];

  it("creates the folder of its file, and sets safe pragmas", async () => {
    const database = open();
    expect(await pragma(database, "foreign_keys")).to.equal(1);
    expect(await pragma(database, "journal_mode")).to.equal("wal");
    expect(existsSync(join(folder, "deep/in/a/folder/db.sqlite"))).to.equal(true);
  });

  it("checkpoints its log when it closes", async () => {
    const database = open();
    await database.raw("create table t (a)");
    await databases.pop()!.destroy();
    expect(
      statSync(join(folder, "deep/in/a/folder/db.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0,
    ).to.equal(0);
    expect(await open()("t")).to.deep.equal([]);
  });

  it("takes the write lock at BEGIN, so that no transaction fails on its first write", async () => {
    const [one, two] = [open(), open()];
    await one.raw("create table t (a integer)");
    await one("t").insert({ a: 0 });
    const add = (database: Knex) =>
      database.transaction(async (trx) => {
        const { a } = (await trx("t").first()) as { a: number };
        await trx("t").update({ a: a + 1 });
      });
    for (let round = 0; round < 5; round++) await Promise.all([add(one), add(two)]);
    expect(await one("t").first()).to.deep.equal({ a: 10 });
  });

  it("waits for the lock of another process without blocking this one", async () => {
    const [one, two] = [open(), open()];
    await one.raw("create table t (a integer)");
    await one.raw("begin");
    const writes = [
      two("t").insert({ a: 1 }),
      two.transaction((trx) => trx("t").insert({ a: 2 })),
      two("t").where({ a: 1 }).update({ a: 3 }),
    ].map((write) => Promise.resolve(write));
    // the waiting must not block this process, which has to release the lock
    await new Promise((resolve) => setTimeout(resolve, 100));
    await one.raw("commit");
    await Promise.all(writes);
    expect(await one("t").orderBy("a")).to.deep.equal([{ a: 2 }, { a: 3 }]);
  });

  it("leaves nothing uncommitted after a lock timeout", async () => {
    const file = join(folder, "locked.sqlite");
    const policy = { retryPolicy: { attempts: 2, lockWaitMs: 0 } };
    const [one, two] = [open(file), knex({ ...knexConfig(`sqlite:${file}`), ...policy } as Knex.Config)];
    databases.push(two);
    await one.raw("create table t (a integer)");
    await one.raw("begin immediate");
    for (const write of [
      () => two("t").insert({ a: 1 }),
      () => two.transaction((trx) => trx("t").insert({ a: 1 })),
    ])
      expect(await errorOf(write())).to.include({ code: "SQLITE_BUSY", file });
    await one.raw("rollback");
    await two("t").insert({ a: 2 });
    expect(await one("t")).to.deep.equal([{ a: 2 }]);
    await one("t").insert({ a: 3 });
  });

  it("names a file that it can't open, read or write, and works again after the repair", async () => {
    const file = join(folder, "db.sqlite");
    const database = open(file);
    await database.raw("create table t (a integer)");
    await database("t").insert({ a: 1 });
    await databases.pop()!.destroy();
    const sound = readFileSync(file);
    writeFileSync(file, "this is no database, however long it is ".repeat(50));
    const again = open(file);
    const error = await errorOf(again("t"));
    expect(error).to.include({ code: "SQLITE_NOTADB", file });
    expect(isDatabaseUnavailable(error)).to.equal(true);
    writeFileSync(file, sound);
    expect(await again("t")).to.deep.equal([{ a: 1 }]);
  });

  it("names a folder that it can't create", async () => {
    writeFileSync(join(folder, "file"), "");
    const error = await errorOf(open(join(folder, "file/in/db.sqlite")).raw("select 1"));
    expect(error).to.include({ code: "SQLITE_CANTOPEN", file: join(folder, "file/in/db.sqlite") });
    expect(isDatabaseUnavailable(error)).to.equal(true);
  });

  it("returns bytes as a Buffer, and large numbers exactly", async () => {
    const database = open();
    await database.raw("create table t (b blob, n integer)");
    await database("t").insert({ b: Buffer.from([0, 255, 7]), n: 8_640_000_000_000_000 });
    const row = (await database("t").first()) as { b: Buffer; n: number };
    expect(Buffer.isBuffer(row.b) && [...row.b]).to.deep.equal([0, 255, 7]);
    expect(row.n).to.equal(8_640_000_000_000_000);
  });

  it("sees new columns of a table although statements are cached", async () => {
    const database = open();
    await database.raw("create table t (a integer)");
    await database("t").insert({ a: 1 });
    expect(await database("t").select("*")).to.deep.equal([{ a: 1 }]);
    await database.raw("alter table t add column b integer default 2");
    expect(await database("t").select("*")).to.deep.equal([{ a: 1, b: 2 }]);
  });
});

if (onMariaDb())
  describe("The MariaDB client", () => {
    const world = useWorld();
    const select = async (sql: string): Promise<Record<string, unknown>> =>
      (await selectRaw<Record<string, unknown>>(world.services.knex, sql, []))[0]!;

    it("M09: works in UTC, in strict mode and without gap locks, with any server defaults", async () => {
      const session = await select(
        `select @@session.time_zone as zone, @@session.sql_mode as mode,
           @@session.innodb_lock_wait_timeout as lock_wait`,
      );
      expect(session).to.include({ zone: "+00:00", lock_wait: 1 });
      // its name differs between MariaDB and MySQL
      const { Value: isolation } = await select(
        "show session variables where variable_name in ('tx_isolation', 'transaction_isolation')",
      );
      expect(isolation).to.equal("READ-COMMITTED");
      expect(session["mode"]).to.include("STRICT_ALL_TABLES");
    });

    it("rejects a value that doesn't fit instead of truncating it", async () => {
      const error = await errorOf(
        world.services.knex("rate_limits").insert({ key: "k".repeat(300), hits: 1, expires_at: 1 }),
      );
      expect(error["code"]).to.equal("ER_DATA_TOO_LONG");
    });

    it("connects to the next host of a cluster when the first doesn't respond", async () => {
      const closedPort = await freePort();
      const url = testDatabaseUrl().replace(/@([^/]+)\//, `@127.0.0.1:${closedPort},$1/`);
      const database = knex(knexConfig(url));
      expect(await selectRaw(database, "select 1 as one", [])).to.have.length(1);
      await database.destroy();
    });

    it("cancels a query that hangs, with an error that leads to 503", async function () {
      this.timeout(15_000);
      const error = await errorOf(world.services.knex.raw("select sleep(20)"));
      expect(error["code"]).to.equal("PROTOCOL_SEQUENCE_TIMEOUT");
      expect(await select("select 1 as one")).to.deep.include({ one: 1 });
    });
  });
