import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CommitWatch } from "../../src/database/commit-watch.js";
import { openToRead, type RawDatabase } from "../../src/database/sqlite-statements.js";

const libsql = createRequire(import.meta.url).resolve("libsql");

/** Commits 300 times, and tells each number after its commit. */
const WRITER = `
  const database = new (require(${JSON.stringify(libsql)}))(process.argv[2]);
  const change = database.prepare("update counter set n = ?");
  (function commit(n) {
    if (n > 300) return process.disconnect();
    change.run([n]);
    process.send(n, () => setImmediate(commit, n + 1));
  })(1);
`;

describe("Looking for commits of an SQLite database", () => {
  let folder: string;
  let opened: RawDatabase[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-commits-"));
    opened = [];
  });

  afterEach(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fileNamed = (name: string): string => join(folder, name);

  /** A database with a counter. */
  function create(journal: "WAL" | "DELETE", name = "counter.sqlite"): RawDatabase {
    const Libsql = createRequire(import.meta.url)(libsql) as new (filename: string) => RawDatabase;
    const database = new Libsql(fileNamed(name));
    opened.push(database);
    database.exec(`PRAGMA journal_mode = ${journal}`);
    database.exec("create table counter (n integer)");
    database.exec("insert into counter values (0)");
    return database;
  }

  function watch(name = "counter.sqlite"): { commits: CommitWatch; reader: RawDatabase } {
    const reader = openToRead(fileNamed(name));
    opened.push(reader);
    return { commits: new CommitWatch(reader, fileNamed(name)), reader };
  }

  for (const journal of ["WAL", "DELETE"] as const)
    it(`finds each one once, with the journal ${journal}`, () => {
      const database = create(journal);
      const { commits } = watch();
      expect(commits.hasCommit()).to.equal(true);
      expect(commits.hasCommit()).to.equal(false);
      for (let n = 1; n <= 50; n++) {
        database.exec(`update counter set n = ${n}`);
        expect(commits.hasCommit()).to.equal(true);
        expect(commits.hasCommit()).to.equal(false);
      }
    });

  it("finds none in a transaction until it is committed, nor in one that is rolled back", () => {
    const database = create("WAL");
    const { commits } = watch();
    commits.hasCommit();
    for (const [end, isCommit] of [
      ["commit", true],
      ["rollback", false],
    ] as const) {
      database.exec("begin; update counter set n = n + 1");
      expect(commits.hasCommit()).to.equal(false);
      database.exec(end);
      expect(commits.hasCommit()).to.equal(isCommit);
    }
  });

  it("finds those after the log was written to the database and began anew", () => {
    const database = create("WAL");
    const { commits } = watch();
    for (let n = 1; n <= 3; n++) {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      commits.hasCommit();
      database.exec(`update counter set n = ${n}`);
      expect(commits.hasCommit()).to.equal(true);
    }
  });

  it("counts one of this process as seen only if it is the only one", () => {
    const database = create("WAL");
    const { commits } = watch();
    for (const times of [0, 1, 2]) {
      commits.hasCommit();
      const isTheOnlyOne = commits.beforeOwn();
      for (let n = 0; n < times; n++) database.exec("update counter set n = n + 1");
      expect(isTheOnlyOne()).to.equal(times === 1);
      expect(commits.hasCommit()).to.equal(times === 2);
    }
  });

  it("counts one of this process as seen after the log began anew", () => {
    const database = create("WAL");
    const { commits } = watch();
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    commits.hasCommit();
    const isTheOnlyOne = commits.beforeOwn();
    database.exec("update counter set n = 1");
    expect(isTheOnlyOne()).to.equal(true);
    expect(commits.hasCommit()).to.equal(false);
  });

  it("doesn't count one of this process as seen without a wal-index", () => {
    const database = create("DELETE");
    const { commits } = watch();
    commits.hasCommit();
    const isTheOnlyOne = commits.beforeOwn();
    database.exec("update counter set n = 1");
    expect(isTheOnlyOne()).to.equal(false);
    expect(commits.hasCommit()).to.equal(true);
  });

  it("finds each one of another process by the time that process tells of it", async () => {
    create("WAL");
    const { commits, reader } = watch();
    const counter = reader.prepare("select n from counter").raw();
    let [kept] = counter.get([]) as [number];
    const late: number[] = [];
    writeFileSync(fileNamed("writer.cjs"), WRITER);
    const writer: ChildProcess = fork(fileNamed("writer.cjs"), [fileNamed("counter.sqlite")]);
    writer.on("message", (told: number) => {
      if (commits.hasCommit()) [kept] = counter.get([]) as [number];
      if (kept < told) late.push(told);
    });
    expect(await once(writer, "exit")).to.deep.equal([0, null]);
    expect(late).to.deep.equal([]);
    expect(kept).to.equal(300);
  });

  it("keeps the locks of this process when a reader is closed", () => {
    const database = create("WAL");
    database.exec("begin immediate");
    for (let time = 0; time < 2; time++) {
      watch().commits.hasCommit();
      opened.pop()!.close();
    }
    const write = `new (require(process.argv[1]))(process.argv[2]).exec("update counter set n = 1")`;
    const other = spawnSync(process.execPath, ["-e", write, libsql, fileNamed("counter.sqlite")]);
    expect(other.stderr.toString()).to.include("database is locked");
    database.exec("commit");
  });

  if (existsSync("/proc/self/fd"))
    it("keeps no more than one deleted file open", () => {
      for (const name of ["first.sqlite", "second.sqlite", "third.sqlite"]) {
        create("WAL", name);
        watch(name);
        for (const suffix of ["", "-wal", "-shm"]) rmSync(fileNamed(name + suffix), { force: true });
      }
      expect(readOnlyFiles().filter((file) => file.startsWith(folder))).to.deep.equal([
        `${fileNamed("third.sqlite-shm")} (deleted)`,
      ]);
    });
});

/** The files that this process has open only to read. SQLite opens its files to write, too. */
const readOnlyFiles = (): string[] =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const isReadOnly = /^flags:\s*\d*0$/m.test(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"));
      return isReadOnly ? [readlinkSync(`/proc/self/fd/${descriptor}`)] : [];
    } catch {
      return []; // the descriptor of the folder that was listed is closed already
    }
  });
