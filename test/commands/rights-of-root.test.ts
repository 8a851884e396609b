import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { becomeOperator, becomeOwnerOf, startProgram } from "../../src/cli/files/rights.js";
import { runProduct, useFolder } from "../support/app/processes.js";

const SERVICE = 1234;
const PICTURE = `${"0a".repeat(16)}.webp`;
const LINKED = `${"0b".repeat(16)}.webp`;
const LOGO = `${"0c".repeat(16)}.png`;
/** A program that reads the database that is its first parameter, and keeps the connection. */
const KEEPS_OPEN = `const database = new (require("libsql"))(process.argv[1]);
  database.exec("select count(*) from users");
  console.log("open"); setInterval(() => database, 1000);`;

/** Whether other accounts can reach a file: the product or Node can be in a private folder of root. */
function isReadableByAll(folder: string): boolean {
  return (
    (statSync(folder).mode & 0o005) === 0o005 &&
    (dirname(folder) === folder || isReadableByAll(dirname(folder)))
  );
}

if (
  process.getuid?.() === 0 &&
  [resolve(process.env["TEST_BUILD"] ?? "."), process.execPath].every(isReadableByAll)
)
  describe("A command that root runs", function () {
    this.timeout(120_000);
    const seeded = useFolder();
    let root: string;
    const data = (name = ""): string => join(root, "data", name);
    const backups = (name: string): string => join(root, "backups", name);
    const secret = (): string => join(root, "secret");

    const cli = async (...parameters: string[]) => {
      const variables = { DATABASE_URL: `sqlite:${data("authdock.sqlite")}`, AVATAR_DIR: data("avatars") };
      const product = runProduct("cli", variables, ...parameters);
      const { code } = await product.exited;
      return { code, output: product.output, errors: product.errors };
    };
    /** As the account of the service could do. */
    const plant = (name: string, target: string): void => {
      rmSync(data(name), { recursive: true, force: true });
      symlinkSync(target, data(name));
      lchownSync(data(name), SERVICE, SERVICE);
    };

    // by commands, because this process would keep the file open
    before(async () => {
      const variables = { DATABASE_URL: `sqlite:${join(seeded.path, "authdock.sqlite")}` };
      for (const name of ["migrate", "seed"]) {
        const { code } = await runProduct("cli", variables, name).exited;
        expect(code, name).to.equal(0);
      }
    });
    beforeEach(() => {
      root = mkdtempSync(join(tmpdir(), "authdock-root-"));
      chmodSync(root, 0o755);
      for (const folder of [data(), data("avatars"), data("avatars/logos")]) mkdirSync(folder);
      mkdirSync(join(root, "backups"), { mode: 0o700 });
      mkdirSync(join(root, "of-root"));
      writeFileSync(secret(), "secret of root", { mode: 0o600 });
      copyFileSync(join(seeded.path, "authdock.sqlite"), data("authdock.sqlite"));
      writeFileSync(data(`avatars/${PICTURE}`), "picture");
      writeFileSync(data(`avatars/logos/${LOGO}`), "logo");
      for (const name of ["", ...readdirSync(data(), { recursive: true, encoding: "utf8" })])
        chownSync(data(name), SERVICE, SERVICE);
    });
    afterEach(() => {
      expect(readFileSync(secret(), "utf8")).to.equal("secret of root");
      expect(statSync(secret())).to.include({ uid: 0, gid: 0 });
      expect(readdirSync(join(root, "of-root"))).to.deep.equal([]);
      rmSync(root, { recursive: true });
    });

    it("leaves all data to the account of the service, and a backup to root", async () => {
      const made = await cli("backup", backups("one"));
      expect(made, made.errors).to.include({ code: 0, errors: "" });
      for (const name of ["", ...readdirSync(backups("one"), { recursive: true, encoding: "utf8" })])
        expect(statSync(backups(join("one", name))).uid, name).to.equal(0);
      rmSync(data("avatars"), { recursive: true });
      const restored = await cli("restore", backups("one"), "--force");
      expect(restored, restored.errors).to.include({ code: 0, errors: "" });
      const names = readdirSync(data(), { recursive: true, encoding: "utf8" });
      expect(names).to.include.members([`avatars/${PICTURE}`, `avatars/logos/${LOGO}`]);
      for (const name of names) expect(statSync(data(name)).uid, name).to.equal(SERVICE);
    });

    it("copies nothing into a backup that the account of the service can't read", async () => {
      plant(`avatars/${LINKED}`, secret());
      plant("avatars/logos", join(root, "backups"));
      const { code, output, errors } = await cli("backup", backups("two"));
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `Left out ${data(`avatars/${LINKED}`)}, which isn't a regular file of the folder's owner.`,
      );
      expect(readdirSync(backups("two/pictures"))).to.deep.equal([PICTURE]);
    });

    it("follows no link when it restores: neither for writing, nor for a change of owner", async () => {
      await cli("backup", backups("three"));
      for (const name of ["authdock.sqlite.restoring", `avatars/${PICTURE}`]) plant(name, secret());
      const { code, errors } = await cli("restore", backups("three"), "--force");
      expect(code, errors).to.equal(0);
      expect(lstatSync(data(`avatars/${PICTURE}`)).isFile()).to.equal(true);
      expect(lstatSync(data("authdock.sqlite"))).to.include({ uid: SERVICE, gid: SERVICE });
      plant("avatars/logos", join(root, "of-root"));
      const rejected = await cli("restore", backups("three"), "--force");
      expect(rejected.errors).to.match(/can't be read or written: permission denied\.\n$/);
    });

    it("neither copies nor changes a file of root that is linked into a backup of another account", async () => {
      expect((await cli("backup", data("backup"))).code).to.equal(0);
      // the mode in which SQLite opens more files: its log and an index of it
      const database = data("backup/database.sqlite");
      const toLog = `new (require("libsql"))(process.argv[1]).exec("PRAGMA journal_mode = WAL")`;
      spawnSync(process.execPath, ["--eval", toLog, database]);
      const sha256 = createHash("sha256").update(readFileSync(database)).digest("hex");
      const manifest = JSON.parse(readFileSync(data("backup/backup.json"), "utf8")) as object;
      writeFileSync(data("backup/backup.json"), JSON.stringify({ ...manifest, sha256 }));
      for (const suffix of ["-wal", "-shm"]) {
        rmSync(database + suffix, { force: true });
        linkSync(secret(), database + suffix);
      }
      linkSync(secret(), data(`backup/pictures/${LINKED}`));
      const { code, output, errors } = await cli("restore", data("backup"), "--force");
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Left out ${data(`backup/pictures/${LINKED}`)}`);
      expect(existsSync(data(`avatars/${LINKED}`))).to.equal(false);
    });

    it("opens no database of root for which the account of the service has put a link", async () => {
      renameSync(data("authdock.sqlite"), join(root, "other.sqlite"));
      chownSync(join(root, "other.sqlite"), 0, 0);
      chmodSync(join(root, "other.sqlite"), 0o600);
      plant("authdock.sqlite", join(root, "other.sqlite"));
      const commands = [["user", "list"], ["migrate"], ["backup", backups("four")]];
      for (const { code, errors } of await Promise.all(commands.map((parameters) => cli(...parameters)))) {
        expect(code).to.equal(3);
        expect(errors).to.match(/^The database isn't available/);
      }
      plant("authdock.sqlite", join(root, "of-root/new.sqlite"));
      expect((await cli("migrate")).code).to.equal(3);
      expect(existsSync(backups("four"))).to.equal(false);
    });

    it("writes exports and reports with the rights of the owner of their folder", async () => {
      plant("export.csv", secret());
      const rejected = `${data("export.csv")} can't be read or written: permission denied.\n`;
      expect(await cli("export", "users", data("export.csv"))).to.include({ code: 1, errors: rejected });
      const rows = join(root, "rows.jsonl");
      writeFileSync(rows, '{"email":"ada@example.test","name":"Ada Lovelace"}\n', { mode: 0o600 });
      const report = ["--from", "auth0", "--report", data("export.csv")];
      expect(await cli("import", "users", rows, ...report)).to.include({ code: 1, errors: rejected });
      expect((await cli("import", "users", rows, "--from", "auth0")).output).to.contain("Created 1");
      expect((await cli("export", "users", data("mine.csv"))).code).to.equal(0);
      expect(statSync(data("mine.csv")).uid).to.equal(SERVICE);
      expect((await cli("export", "users", join(root, "of-root.csv"))).code).to.equal(0);
      expect(statSync(join(root, "of-root.csv")).uid).to.equal(0);
    });

    it("follows no folder for which the account of the service has put a link", async () => {
      plant("folder", join(root, "of-root"));
      const rejected = `${data("folder/file.csv")} can't be read or written: permission denied.\n`;
      expect(await cli("export", "users", data("folder/file.csv"))).to.include({ code: 1, errors: rejected });
      expect((await cli("backup", data("folder/six"))).code).to.equal(1);
      // also behind a link of root
      symlinkSync(data("folder"), join(root, "link-of-root"));
      expect((await cli("export", "users", join(root, "link-of-root/file.csv"))).code).to.equal(1);
      const databases = { DATABASE_URL: `sqlite:${data("folder/authdock.sqlite")}` };
      expect((await runProduct("cli", databases, "migrate").exited).code).to.equal(3);
    });

    it("starts programs that can't become root again", async () => {
      becomeOwnerOf(data("authdock.sqlite"));
      const become = "for (const id of ['seteuid', 'setegid']) try { process[id](0) } catch {}";
      const say = "console.log(process.getuid(), process.geteuid(), process.getegid(), process.getgroups())";
      const child = startProgram(process.execPath, ["--eval", `${become}; ${say}`]);
      expect(process.geteuid!()).to.equal(SERVICE);
      becomeOperator();
      const [output] = (await once(child.stdout, "data")) as [Buffer];
      expect(output.toString()).to.equal(`${SERVICE} ${SERVICE} ${SERVICE} [ ${SERVICE} ]\n`);
    });

    it("restores nothing while a process of the service's account has the database open", async () => {
      await cli("backup", backups("five"));
      const parameters = ["--eval", KEEPS_OPEN, data("authdock.sqlite")];
      const holder = spawn(process.execPath, parameters, { uid: SERVICE, gid: SERVICE });
      await once(holder.stdout, "data");
      const rejected = await cli("restore", backups("five"), "--force");
      holder.kill("SIGKILL");
      await once(holder, "close");
      expect(rejected.code).to.equal(1);
      expect(rejected.errors).to.contain(`is open in process ${holder.pid}. Stop the service first.`);
      expect((await cli("restore", backups("five"), "--force")).code).to.equal(0);
    });
  });
