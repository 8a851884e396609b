import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import knex, { type Knex } from "knex";
import { knexConfig } from "../../src/database/knex-config.js";
import { rowReader, type RowReader } from "../../src/database/row-reader.js";

const PERSON = "select id, name, (select count(*) from people) as people from people where id = ?";

let folder: string;
let database: Knex;
let rows: RowReader;
/** How often the database was read. */
let reads: number;

/** A database with one person. */
function usePeople(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "authdock-rows-"));
    const url = `sqlite:${join(folder, "people.sqlite")}`;
    const statements = { ran: (sql: string) => void (reads += Number(sql === PERSON)) };
    database = knex(Object.assign(knexConfig(url), { statements }));
    rows = rowReader(database, url);
    await database.raw("create table people (id integer primary key, name text)");
    await database.raw("create table pets (name text)");
    await database("people").insert({ id: 1, name: "Ada" });
    reads = 0;
  });

  afterEach(async () => {
    rows.close();
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Puts the backup in the place of the file that is open, and lets the pool open it. */
async function replaceByBackup(): Promise<void> {
  await database.destroy();
  for (const suffix of ["-wal", "-shm"]) rmSync(join(folder, `people.sqlite${suffix}`), { force: true });
  renameSync(join(folder, "backup.sqlite"), join(folder, "people.sqlite"));
  database.initialize();
  await database.raw("select 1");
}

/** Commits, and tells the reader which tables are written. `beforeTold` runs before the reader knows of the commit. */
async function commitTo(
  tables: string[],
  write: (trx: Knex.Transaction) => PromiseLike<unknown>,
  beforeTold: () => void = () => undefined,
): Promise<void> {
  let committed!: () => void;
  await database.transaction(async (trx) => {
    committed = rows.beforeCommitTo(tables);
    await write(trx);
  });
  beforeTold();
  committed();
}

const commitPet = (beforeTold?: () => void): Promise<void> =>
  commitTo(["pets"], (trx) => trx("pets").insert({ name: "Rex" }), beforeTold);

function renameByAnother(name: string): void {
  const code = `new (require("libsql"))(process.argv[1]).exec("update people set name = '${name}'")`;
  execFileSync(process.execPath, ["-e", code, join(folder, "people.sqlite")]);
}

for (const method of ["one", "repeated"] as const)
  describe(`The reader of single rows on SQLite: ${method}`, () => {
    usePeople();
    const read = (id: number) => rows[method]<{ name: string; people: number }>(PERSON, [id]);

    it("returns without waiting, and sees every later commit", async () => {
      expect(read(1)).to.deep.equal({ id: 1, name: "Ada", people: 1 });
      await database("people").update({ name: "Augusta" });
      expect(read(1)).to.include({ name: "Augusta" });
      await database("people").delete();
      expect(read(1)).to.equal(undefined);
    });

    it("sees nothing of a transaction before its commit, and doesn't wait for it", async () => {
      await database.transaction(async (trx) => {
        await trx("people").update({ name: "Augusta" });
        expect(read(1)).to.include({ name: "Ada" });
      });
      expect(read(1)).to.include({ name: "Augusta" });
    });

    it("never returns the row of an earlier call", async () => {
      await database("people").insert([2, 3].map((id) => ({ id, name: `Person ${id}` })));
      const broken = "select abs(-9223372036854775807 - ?) as overflow";
      const step = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(null));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          for (const id of steps)
            if (id === null) await Promise.resolve(rows[method](broken, [1])).catch(() => undefined);
            else
              expect((await read(id)) as object | undefined).to.deep.equal(
                await database.raw(PERSON, [id]).then(([row]) => row as object),
              );
        }),
        { numRuns: 50 },
      );
    });

    it("keeps no snapshot, so that the write-ahead log can be truncated", async () => {
      await read(1);
      await database("people").insert({ id: 2, name: "Bob" });
      await read(2);
      const [result] = (await database.raw("pragma wal_checkpoint(truncate)")) as [
        { busy: number; log: number },
      ];
      expect(result).to.include({ busy: 0, log: 0 });
    });

    it("lets the pool report errors, and reads by itself again afterwards", async () => {
      await database.schema.renameTable("people", "others");
      const error = await Promise.resolve(read(1)).catch((reason: unknown) => reason);
      expect(error).to.include({ code: "SQLITE_ERROR" });
      await database.schema.renameTable("others", "people");
      expect(await read(1)).to.include({ name: "Ada" });
      expect(read(1)).to.include({ name: "Ada" });
    });

    it("reads the file that took the place of another one, once the pool has opened it", async () => {
      expect(read(1)).to.include({ name: "Ada" });
      await database.raw("vacuum into ?", [join(folder, "backup.sqlite")]);
      await database("people").update({ name: "Augusta" });
      expect(read(1)).to.include({ name: "Augusta" });
      await replaceByBackup();
      expect(read(1)).to.include({ name: "Ada" });
    });

    it("can be used after it was closed", () => {
      expect(read(1)).to.include({ name: "Ada" });
      rows.close();
      expect(read(1)).to.include({ name: "Ada" });
    });

    it("uses the pool for a database in memory", async () => {
      const memory = knex(knexConfig("sqlite::memory:"));
      const answer = rowReader(memory, "sqlite::memory:")[method]("select ? as n", [7]);
      expect(answer).to.be.instanceOf(Promise);
      expect(await answer).to.deep.equal({ n: 7 });
      await memory.destroy();
    });
  });

describe("The reader of single rows on SQLite: bindings that repeat", () => {
  usePeople();
  const read = (id: number) => rows.repeated<{ name: string }>(PERSON, [id]);

  it("are read once until something is committed", async () => {
    for (let time = 0; time < 3; time++) {
      expect(read(1)).to.include({ name: "Ada" });
      expect(read(2)).to.equal(undefined);
    }
    expect(reads).to.equal(2);
    await database("people").insert({ id: 2, name: "Bob" });
    expect(read(2)).to.include({ name: "Bob" });
  });

  it("are read again after a commit of another process", () => {
    expect(read(1)).to.include({ name: "Ada" });
    renameByAnother("Augusta");
    expect(read(1)).to.include({ name: "Augusta" });
  });

  it("are kept after a commit of this process to another table", async () => {
    void read(1);
    await commitPet();
    void read(1);
    expect(reads).to.equal(1);
  });

  it("are read again after a commit of this process to their table", async () => {
    void read(1);
    await commitTo(["pets", "people"], (trx) => trx("people").update({ name: "Augusta" }));
    expect(read(1)).to.include({ name: "Augusta" });
  });

  it("are read again when another process commits before or after this one", async () => {
    void read(1);
    renameByAnother("Augusta");
    await commitPet();
    expect(read(1)).to.include({ name: "Augusta" });
    await commitPet(() => renameByAnother("Grace"));
    expect(read(1)).to.include({ name: "Grace" });
  });

  it("are read again when a request looked between the commit of this process and one of another", async () => {
    void read(1);
    await commitPet(() => {
      void read(1);
      renameByAnother("Augusta");
    });
    expect(read(1)).to.include({ name: "Augusta" });
  });

  it("are read again when the reader is closed during a commit of this process", async () => {
    void read(1);
    await commitTo(
      ["people"],
      (trx) => trx("people").update({ name: "Augusta" }),
      () => rows.close(),
    );
    expect(read(1)).to.include({ name: "Augusta" });
  });

  it("are read again after the reader was closed", async () => {
    for (const name of ["Augusta", "Grace"]) {
      await rows.repeated(PERSON, [1]);
      await database("people").update({ name });
      expect(read(1)).to.include({ name });
      rows.close();
    }
  });

  it("return a row that nobody can change, because others get it, too", () => {
    const row = read(1) as { name: string };
    expect(() => (row.name = "Augusta")).to.throw(TypeError);
    expect(read(1)).to.equal(row);
  });

  it("are forgotten when there are too many", () => {
    for (let id = 1; id <= 1001; id++) void read(id);
    expect(reads).to.equal(1001);
    void read(1001);
    expect(reads).to.equal(1001);
    void read(1);
    expect(reads).to.equal(1002);
  });

  describe("with a result that takes several statements", () => {
    let calls: number;
    const count = async (): Promise<number> => {
      calls++;
      return ((await database("people").count({ n: "*" }).first()) as { n: number }).n;
    };
    const total = (key = "people"): Promise<number> => rows.untilCommit(key, count);
    beforeEach(() => {
      calls = 0;
    });

    it("are read once for each key until something is committed", async () => {
      expect([await total(), await total(), await total("others")]).to.deep.equal([1, 1, 1]);
      expect(calls).to.equal(2);
      await database("people").insert({ id: 2 });
      expect(await total()).to.equal(2);
    });

    it("aren't kept when something is committed while they are read", async () => {
      const before = rows.untilCommit("people", async () => {
        const found = await count();
        await database("people").insert({ id: 2 });
        return found;
      });
      expect(await before).to.equal(1);
      expect(await total()).to.equal(2);
    });

    it("are read again when another file took the place of this one", async () => {
      await database.raw("vacuum into ?", [join(folder, "backup.sqlite")]);
      await database("people").insert({ id: 2 });
      expect(await total()).to.equal(2);
      await replaceByBackup();
      expect(await total()).to.equal(1);
    });

    it("are forgotten when the reader is closed, and after a failure", async () => {
      await total();
      rows.close();
      await total();
      expect(calls).to.equal(2);
      await rows.untilCommit("failure", () => Promise.reject(new Error("Not now."))).catch(() => undefined);
      expect(await rows.untilCommit("failure", () => Promise.resolve(3))).to.equal(3);
    });
  });
});
