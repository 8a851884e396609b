import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import { checkpoints } from "../../src/database/sqlite/checkpoints.js";
import { knexConfig } from "../../src/database/knex-config.js";

describe("Checkpoints of SQLite", () => {
  let folder: string;
  let file: string;
  let database: Knex;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "authdock-checkpoints-"));
    file = join(folder, "people.sqlite");
    database = knex(knexConfig(`sqlite:${file}`));
    await database.raw("create table people (name text)");
    await database("people").insert({ name: "Ada" });
  });

  afterEach(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The names in the file alone, without its write-ahead log. */
  async function namesInFile(): Promise<string[]> {
    const copy = join(folder, "copy.sqlite");
    copyFileSync(file, copy);
    const opened = knex(knexConfig(`sqlite:${copy}`));
    try {
      return (await opened("people").pluck("name")) as string[];
    } catch {
      return [];
    } finally {
      await opened.destroy();
    }
  }

  it("copy commits to the file, again after each further one", async () => {
    const run = checkpoints(file);
    expect(await namesInFile()).to.deep.equal([]);
    await run();
    expect(await namesInFile()).to.deep.equal(["Ada"]);
    await database("people").insert({ name: "Grace" });
    await run();
    expect(await namesInFile()).to.deep.equal(["Ada", "Grace"]);
  });

  it("wait for no transaction, and copy nothing of it", async () => {
    const run = checkpoints(file);
    await database.transaction(async (trx) => {
      await trx("people").insert({ name: "Grace" });
      await run();
      expect(await namesInFile()).to.deep.equal(["Ada"]);
    });
    expect(await database("people").count({ n: "*" })).to.deep.equal([{ n: 2 }]);
  });

  it("create no file", async () => {
    await checkpoints(join(folder, "missing.sqlite"))();
    expect(existsSync(join(folder, "missing.sqlite"))).to.be.false;
  });
});
