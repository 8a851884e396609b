import { execFile, execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Knex } from "knex";
import { closeServices, createServices, type Services } from "../../src/domain/services.js";
import { startOf } from "../support/app/built.js";
import { TEST_VARIABLES, testConfig } from "../support/app/config.js";
import { memoryLog } from "../support/app/log.js";
import { runProduct, useFolder } from "../support/app/processes.js";

interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

describe("The command line as a program", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const url = () => `sqlite:${folder.path}/authdock.sqlite`;
  let services: Services;
  let knex: Knex;
  before(() => {
    services = createServices(testConfig({ DATABASE_URL: url() }), memoryLog().logger);
    knex = services.knex;
  });
  after(() => closeServices(services));

  const run = async (variables: Record<string, string>, ...parameters: string[]): Promise<Outcome> => {
    const product = runProduct("cli", { DATABASE_URL: url(), ...variables }, ...parameters);
    const { code } = await product.exited;
    return { code, output: product.output, errors: product.errors };
  };
  const cli = (...parameters: string[]): Promise<Outcome> => run({}, ...parameters);

  it("says what to do before the database is set up", async () => {
    const { code, errors } = await cli("user", "list");
    expect(code).to.equal(1);
    expect(errors).to.equal("The database isn't up to date. Run: authdock migrate\n");
  });

  it("migrates, and reports when there is nothing to do", async () => {
    const first = await cli("migrate");
    expect(first.code).to.equal(0);
    expect(first.output).to.match(/^Migrated: 2026_\S+ to 2026_\S+, \d+ in all$/m);
    expect(await cli("migrate")).to.deep.equal({
      code: 0,
      output: "The database is up to date.\n",
      errors: "",
    });
  });

  it("lists the migrations that have run, and removes a stale lock", async () => {
    const status = await cli("migrate", "status");
    expect(status.output)
      .to.match(/^done {6}2026_11_10_000200_users$/m)
      .and.not.contain("pending");
    expect((await cli("migrate", "unlock")).output).to.equal(
      "Nothing to unlock: on SQLite a lock ends with its process.\n",
    );
  });

  it("seeds the basic data and the first administrator, whose password is shown once", async () => {
    const first = await cli("seed");
    expect(first.code).to.equal(0);
    const [, email, password] =
      /First administrator\s+(\S+)\s+One-time password\s+(\S+)/.exec(first.output) ?? [];
    expect(email).to.equal("admin@example.test");
    expect(first.output).to.contain("The first sign-in asks for a new password.");
    const user = await knex("users").where({ email }).first();
    expect(Boolean(user.password_must_change)).to.equal(true);
    expect(await services.passwords.verify(password!, user.password as string)).to.equal(true);
    expect(await knex("roles").pluck("name")).to.have.members(["system_admin", "admin", "user"]);
    expect(await cli("seed")).to.deep.equal({ code: 0, output: "", errors: "" });
    expect(await knex("users").count({ n: "*" }).first()).to.deep.equal({ n: 1 });
  });

  it("keeps administrators' changes when it seeds again", async () => {
    await knex("settings").where({ key: "auth.registration" }).update({ value: "0" });
    await knex("permission_role").del();
    await cli("seed");
    expect((await knex("settings").where({ key: "auth.registration" }).first()).value).to.equal("0");
    expect(await knex("permission_role")).to.deep.equal([]);
  });

  it("reads a secret from standard input", async () => {
    const parameters = [...startOf("src/cli.ts"), "settings", "set", "captcha.secret_key", "-"];
    const env = { ...process.env, ...TEST_VARIABLES, DATABASE_URL: url() };
    execFileSync(process.execPath, parameters, { input: "from-a-pipe\n", env });
    expect(await services.settings.readSecret("captcha.secret_key")).to.equal("from-a-pipe");
  });

  it("ends quietly, with its work done, when the program that reads its output ends first", async () => {
    await cli("migrate");
    const backup = join(folder.path, "backup");
    const commands = [["backup", backup], ["export", "users", "/dev/stdout"], ["user", "list"], ["--help"]];
    const endOf = async (command: string[]): Promise<string> => {
      // `exec true` ends the reader before the command writes
      const script = `{ "$@"; echo $? >&2; } | exec true`;
      const program = [process.execPath, ...startOf("src/cli.ts"), ...command];
      const env = { ...process.env, ...TEST_VARIABLES, DATABASE_URL: url() };
      const { stderr } = await promisify(execFile)("sh", ["-c", script, "sh", ...program], { env });
      return `${command[0]!} ${stderr}`;
    };
    expect(await Promise.all(commands.map(endOf))).to.deep.equal(commands.map(([name]) => `${name!} 141\n`));
    expect(existsSync(join(backup, "backup.json"))).to.equal(true);
  });

  it("generates a different key each time, without a configuration", async () => {
    const make = () => run({ APP_KEY: "" }, "key");
    const [one, two] = await Promise.all([make(), make()]);
    expect(one.output).to.match(/^base64:[A-Za-z0-9+/]{43}=\n$/);
    expect(one.output).not.to.equal(two.output);
  });

  it("shows its help without a configuration", async () => {
    const { code, output } = await run({ APP_KEY: "" }, "--help");
    expect(code).to.equal(0);
    for (const command of ["migrate", "seed", "settings", "definitions", "user", "prune", "key"])
      expect(output).to.match(new RegExp(`^ {2}${command}\\b`, "m"));
  });

  it("exits with 2 for a wrong command and a wrong configuration", async () => {
    const unknown = await cli("usr");
    expect(unknown).to.include({ code: 2, output: "" });
    expect(unknown.errors).to.equal("Unknown command 'usr'. (Did you mean user?)\n");
    const unconfigured = await run({ APP_KEY: "short" }, "user", "list");
    expect(unconfigured.code).to.equal(2);
    expect(unconfigured.errors).to.contain("APP_KEY must be 32 bytes");
  });

  it("prints JSON alone with --json, also while a server fails", async () => {
    await cli("migrate");
    const { output, errors } = await run(
      { REDIS_URL: "redis://127.0.0.1:1" },
      "doctor",
      "--json",
      "--offline",
    );
    expect(JSON.parse(output)).to.include({ is_healthy: false });
    expect(output).to.include("ECONNREFUSED");
    expect(errors).to.equal("");
  });

  it("exits with 1 and a sentence for a file that can't be written or read", async () => {
    await cli("migrate");
    const missing = join(folder.path, "nowhere", "file.jsonl");
    const { code, errors } = await cli("export", "users", missing);
    expect({ code, errors }).to.deep.equal({
      code: 1,
      errors: `${missing} can't be read or written: no such file or directory.\n`,
    });
    const rows = join(folder.path, "rows.jsonl");
    writeFileSync(rows, '{"email":"ada@example.test","name":"Ada Lovelace"}\n');
    const imported = await cli("import", "users", rows, "--from", "auth0", "--report", missing);
    expect(imported).to.include({ code: 1, errors });
    const input = await cli("import", "users", folder.path, "--from", "auth0", "--format", "jsonl");
    expect(input).to.include({ code: 2, errors: `${folder.path} can't be read: it isn't a file.\n` });
    if (!existsSync("/dev/full")) return; // of Linux
    const full = await cli("export", "users", "/dev/full");
    expect(full.errors).to.equal("A file can't be read or written: no space left on device.\n");
  });

  it("exits with 3 and one sentence while the database is down", async () => {
    const { code, errors } = await run({ DATABASE_URL: "mysql://app:x@127.0.0.1:1/app" }, "user", "list");
    expect(code).to.equal(3);
    expect(errors).to.match(
      /^The database isn't available: .*\. Check DATABASE_URL and run: authdock doctor\n$/,
    );
  });
});
