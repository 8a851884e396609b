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

/** A database with one person. */
function usePeople(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "authdock-rows-"));
    const url = `sqlite:${join(folder, "people.sqlite")}`;
    database = knex(knexConfig(url));
    rows = rowReader(database, url);
    await database.raw("create table people (id integer primary key, name text)");
    await database("people").insert({ id: 1, name: "Ada" });
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

function renameByAnother(name: string): void {
  const code = `new (require("libsql"))(process.argv[1]).exec("update people set name = '${name}'")`;
  execFileSync(process.execPath, ["-e", code, join(folder, "people.sqlite")]);
}

describe("The reader of single rows on SQLite", () => {
  usePeople();
  const read = (id: number) => rows.one<{ name: string; people: number }>(PERSON, [id]);

  it("returns without waiting, and sees every later commit", async () => {
    expect(read(1)).to.deep.equal({ id: 1, name: "Ada", people: 1 });
    await database("people").update({ name: "Augusta" });
    expect(read(1)).to.include({ name: "Augusta" });
    await database("people").delete();
    expect(read(1)).to.equal(undefined);
  });

  it("sees the commit of another process", () => {
    expect(read(1)).to.include({ name: "Ada" });
    renameByAnother("Augusta");
    expect(read(1)).to.include({ name: "Augusta" });
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
          if (id === null) await Promise.resolve(rows.one(broken, [1])).catch(() => undefined);
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
    const answer = rowReader(memory, "sqlite::memory:").one("select ? as n", [7]);
    expect(answer).to.be.instanceOf(Promise);
    expect(await answer).to.deep.equal({ n: 7 });
    await memory.destroy();
  });
});
