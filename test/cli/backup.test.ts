import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { FORMER_MIGRATIONS } from "../../src/database/former-migrations.js";
import { migrate } from "../../src/database/migrate.js";
import { isLockedByOther } from "../../src/database/sqlite/sqlite-copy.js";
import { closeServices, createServices, type Services } from "../../src/domain/services.js";
import { runCli, type Outcome } from "../support/app/command-line.js";
import { onMariaDb, testConfig, testDatabaseUrl } from "../support/app/config.js";
import { Factories } from "../support/app/factories.js";
import { memoryLog } from "../support/app/log.js";
import { useFolder } from "../support/app/processes.js";
import { whileQueriesFail } from "../support/database/faults.js";
import { freshDatabase } from "../support/database/database.js";

const PICTURE = `${"0a".repeat(16)}.webp`;

/** A process that has read the database and keeps its connection. */
async function openInProcess(file: string): Promise<ChildProcess> {
  const program = `const database = new (require("libsql"))(${JSON.stringify(file)});
    database.exec("PRAGMA journal_mode = WAL; select count(*) from users");
    console.log("open"); setInterval(() => database, 1000);`;
  const holder = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return holder;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "close");
}

describe("authdock backup and restore", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const at = (name: string): string => join(folder.path, name);
  const variables = () => ({
    DATABASE_URL: onMariaDb() ? testDatabaseUrl() : `sqlite:${at("authdock.sqlite")}`,
    AVATAR_DIR: at("avatars"),
  });
  let services: Services;
  const open = (more: object = {}): Services =>
    createServices(testConfig({ ...variables(), ...more }), memoryLog().logger);
  const cli = (...parameters: string[]): Promise<Outcome> => runCli(services, parameters);
  const emails = (): Promise<string[]> => services.knex("users").orderBy("email").pluck("email");
  /** As an operator does, after the service was stopped. */
  const restore = async (from: string, ...parameters: string[]): Promise<Outcome> => {
    await closeServices(services);
    try {
      return await cli("restore", from, ...parameters);
    } finally {
      services = open();
    }
  };
  beforeEach(async () => {
    services = open();
    await freshDatabase(services.knex);
    const make = new Factories(services);
    await make.twoFactor(await make.user({ email: "ada@example.test", first_name: "Äda \\ \"'\n".trim() }));
    mkdirSync(at("avatars"), { recursive: true });
    writeFileSync(at(`avatars/${PICTURE}`), "picture");
  });
  afterEach(() => closeServices(services));

  it("writes a folder that only its owner can read, with everything but the key", async () => {
    const { code, output } = await cli("backup", at("one"));
    expect(code).to.equal(0);
    expect(output).to.match(/^Wrote .*\/one: (sqlite|mysql), \d+ tables, checked\.$/m);
    expect(statSync(at("one")).mode & 0o077).to.equal(0);
    const database = onMariaDb() ? "database.sql" : "database.sqlite";
    expect(readdirSync(at("one"))).to.have.members(["backup.json", database, "pictures"]);
    expect(statSync(join(at("one"), database)).mode & 0o077).to.equal(0);
    const manifest = JSON.parse(readFileSync(at("one/backup.json"), "utf8"));
    expect(manifest.tables).to.include.members(["users", "activity_log"]);
    expect(manifest.migrations).to.include("2026_11_10_000200_users");
    for (const name of ["backup.json", database])
      expect(readFileSync(join(at("one"), name)).includes(services.config.env.APP_KEY)).to.equal(false);
  });

  it("brings back the accounts and pictures of the backup", async () => {
    await cli("backup", at("two"));
    const before = await services.knex("users").first();
    await new Factories(services).user({ email: "later@example.test" });
    await services.knex("users").where({ email: "ada@example.test" }).update({ first_name: "Changed" });
    writeFileSync(at(`avatars/${PICTURE}`), "changed");
    const { code, output, errors } = await restore(at("two"), "--force");
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    expect(output).to.match(/^Restored the backup of \d{4}-/);
    expect(await emails()).to.deep.equal(["ada@example.test"]);
    expect(await services.knex("users").first()).to.deep.equal(before);
    expect(readFileSync(at(`avatars/${PICTURE}`), "utf8")).to.equal("picture");
    expect((await runCli(services, ["doctor", "--offline"])).output).to.match(/^ok +encryption/m);
    expect((await runCli(services, ["lists", "verify"])).code).to.equal(0);
    const recorded = services.knex("activity_log").where("event", "like", "backup%");
    expect(await recorded.pluck("event")).to.deep.equal(["backup_restored"]);
  });

  it("copies a database that is being written to as of one moment", async () => {
    const make = new Factories(services);
    const writing = Promise.all(Array.from({ length: 20 }, () => make.user()));
    const [{ code }] = await Promise.all([cli("backup", at("busy")), writing]);
    expect(code).to.equal(0);
    expect((await restore(at("busy"), "--force")).code).to.equal(0);
    const roleless = services.knex("users").whereNotIn("id", services.knex("role_user").select("user_id"));
    expect(await roleless).to.deep.equal([]);
  });

  if (!onMariaDb())
    it("restores to an empty database", async () => {
      await cli("backup", at("three"));
      const url = `sqlite:${at("new/authdock.sqlite")}`;
      mkdirSync(at("new"));
      const target = open({ DATABASE_URL: url });
      await closeServices(target);
      expect((await runCli(target, ["restore", at("three")])).code).to.equal(0);
      const restored = open({ DATABASE_URL: url });
      expect(await restored.knex("users").pluck("email")).to.deep.equal(["ada@example.test"]);
      await closeServices(restored);
      expect(await migrate(url)).to.deep.equal([]);
    });

  it("doesn't replace accounts without --force, and keeps the former file with it", async function () {
    await cli("backup", at("four"));
    const rejected = await restore(at("four"));
    expect(rejected).to.include({
      code: 1,
      errors: "The database has 1 account. Use --force to replace it.",
    });
    // also a second time: checking a backup doesn't change it
    await restore(at("four"), "--force");
    const { former_file: former } = JSON.parse((await restore(at("four"), "--force", "--json")).output);
    if (onMariaDb()) expect(statSync(former).mode & 0o077).to.equal(0);
    expect(readFileSync(former).includes("ada@example.test")).to.equal(true);
  });

  it("copies and restores only pictures: regular files with names of the service", async () => {
    const [link, folderName] = [`${"0b".repeat(16)}.webp`, `${"0c".repeat(16)}.webp`];
    writeFileSync(at("secret"), "a file of this machine");
    const plant = (pictures: string): void => {
      symlinkSync(at("secret"), join(pictures, link));
      mkdirSync(join(pictures, folderName));
      writeFileSync(join(pictures, "notes.txt"), "no picture");
    };
    plant(at("avatars"));
    mkdirSync(at("avatars/logos"));
    const logo = `${"0d".repeat(16)}.png`;
    writeFileSync(at(`avatars/logos/${logo}`), "logo");
    const leftOut = (pictures: string): string[] =>
      [link, folderName].map(
        (name) => `Left out ${join(pictures, name)}, which isn't a regular file of the folder's owner.`,
      );
    const { output } = await cli("backup", at("linked"));
    for (const line of leftOut(at("avatars"))) expect(output).to.contain(line);
    expect(readdirSync(at("linked/pictures"))).to.have.members([PICTURE, "logos"]);

    plant(at("linked/pictures"));
    rmSync(at("avatars"), { recursive: true });
    const restored = await restore(at("linked"), "--force");
    for (const line of leftOut(at("linked/pictures"))) expect(restored.output).to.contain(line);
    expect(readdirSync(at("avatars"))).to.have.members([PICTURE, "logos"]);
    expect(readdirSync(at("avatars/logos"))).to.deep.equal([logo]);
  });

  if (onMariaDb()) {
    it("uses a node that answers", async () => {
      const url = testDatabaseUrl().replace("@", "@127.0.0.1:1,");
      const cluster = open({ DATABASE_URL: url });
      expect((await runCli(cluster, ["backup", at("node")])).code).to.equal(0);
      expect((await runCli(cluster, ["restore", at("node"), "--force"])).code).to.equal(0);
      await closeServices(cluster);
      expect(await emails()).to.deep.equal(["ada@example.test"]);
    });

    it("drops nothing when the tools of the server are missing", async () => {
      await cli("backup", at("tools"));
      const path = process.env["PATH"];
      process.env["PATH"] = folder.path;
      const { code, errors } = await restore(at("tools"), "--force");
      process.env["PATH"] = path;
      expect({ code, errors }).to.deep.equal({
        code: 1,
        errors: "Neither mariadb-dump and mariadb nor the tools of MySQL are installed.",
      });
      expect(await emails()).to.deep.equal(["ada@example.test"]);
    });
  }

  it("backs up a database that can't be written to, and says that the audit log doesn't record it", async () => {
    const readOnly = (sql: string) => (/^insert/i.test(sql) ? new Error("read-only") : null);
    const made = await whileQueriesFail(services.knex, readOnly, () => cli("backup", at("read-only")));
    expect(made.code).to.equal(0);
    expect(made.output).to.contain("It couldn't be recorded in the audit log");
  });

  if (!onMariaDb())
    it("names the folder when there isn't enough space for the backup", async () => {
      const full = (sql: string) =>
        sql.startsWith("vacuum into") ? Object.assign(new Error("full"), { code: "SQLITE_FULL" }) : null;
      const rejected = await whileQueriesFail(services.knex, full, () => cli("backup", at("small")));
      expect(rejected).to.include({
        code: 1,
        errors: `There isn't enough space for a backup in ${at("small")}.`,
      });
      expect(existsSync(at("small"))).to.equal(false);
    });

  it("doesn't write to a folder that has files, or leave half a backup", async () => {
    mkdirSync(at("full"));
    writeFileSync(at("full/file"), "");
    expect(await cli("backup", at("full"))).to.include({ code: 2, errors: `${at("full")} isn't empty.` });
    const wrong = open({ DATABASE_URL: "mysql://app:x@127.0.0.1:1/app" });
    expect((await runCli(wrong, ["backup", at("half")])).code).to.equal(3);
    await closeServices(wrong);
    expect(existsSync(at("half"))).to.equal(false);
  });

  if (!onMariaDb()) {
    it("replaces no file that another process has open", async () => {
      await cli("backup", at("open"));
      const file = at("authdock.sqlite");
      const holder = await openInProcess(file);
      const rejected = await restore(at("open"), "--force").finally(() => end(holder));
      expect(rejected).to.include({
        code: 1,
        errors: `${file} is open in process ${holder.pid}. Stop the service first.`,
      });
    });

    it("sees the lock of a process that isn't listed, as in another container", async () => {
      await cli("backup", at("locked"));
      const file = at("locked/database.sqlite");
      const holder = await openInProcess(file);
      expect(isLockedByOther(file)).to.equal(true);
      await end(holder);
      expect(isLockedByOther(file)).to.equal(false);
      writeFileSync(file, "not a database");
      expect(isLockedByOther(file)).to.equal(false);
    });
  }

  it("restores a backup with the migrations of before 0.1.0, which migrate carries over", async () => {
    await cli("backup", at("former"));
    const manifest = JSON.parse(readFileSync(at("former/backup.json"), "utf8"));
    writeFileSync(at("former/backup.json"), JSON.stringify({ ...manifest, migrations: FORMER_MIGRATIONS }));
    expect((await restore(at("former"), "--force")).errors).to.equal("");
  });

  it("rejects a backup that is damaged, missing or of a later version", async () => {
    await cli("backup", at("five"));
    const file = at(onMariaDb() ? "five/database.sql" : "five/database.sqlite");
    expect((await restore(at("nowhere"), "--force")).errors).to.contain("has no valid backup.json");
    const manifest = JSON.parse(readFileSync(at("five/backup.json"), "utf8"));
    const withManifest = async (changes: object): Promise<string> => {
      writeFileSync(at("five/backup.json"), JSON.stringify({ ...manifest, ...changes }));
      return (await restore(at("five"), "--force")).errors;
    };
    expect(await withManifest({ migrations: ["2099_01_01_new"] })).to.match(
      /which is later\. Unknown: 2099_01_01_new$/,
    );
    expect(await withManifest({ database: onMariaDb() ? "sqlite" : "mysql" })).to.contain(
      "DATABASE_URL isn't",
    );
    expect(await withManifest({ file: "../../etc/passwd" })).to.contain("has no valid backup.json");
    renameSync(file, at("elsewhere"));
    symlinkSync(at("elsewhere"), file);
    expect(await withManifest({})).to.contain("is missing, damaged, a link, or was changed");
    rmSync(file);
    renameSync(at("elsewhere"), file);
    appendFileSync(file, "x");
    expect(await withManifest({})).to.contain("is missing, damaged, a link, or was changed");
    expect(await emails()).to.deep.equal(["ada@example.test"]);
  });

  it("says when APP_KEY isn't the one of the backup, and replaces nothing", async () => {
    await runCli(services, ["seed"]);
    await cli("backup", at("six"));
    await new Factories(services).user({ email: "later@example.test" });
    const other = open({ APP_KEY: `base64:${Buffer.alloc(32, 5).toString("base64")}` });
    const { code, errors } = await runCli(other, ["restore", at("six"), "--force"]);
    await closeServices(other);
    expect(code).to.equal(2);
    expect(errors).to.contain("APP_KEY is not the key that this database was set up with");
    expect(await emails()).to.include("later@example.test");
  });
});
