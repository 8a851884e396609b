import { pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { cliJson, runCli } from "../support/app/command-line.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const PASSWORD = "correct-horse";
const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const salt = randomBytes(16);
/** As Keycloak exports a password. */
const keycloakPassword = (algorithm: string, value: Buffer, more: object = {}, hashIterations = 1000) => [
  {
    type: "password",
    secretData: JSON.stringify({
      value: value.toString("base64"),
      salt: salt.toString("base64"),
      additionalParameters: {},
    }),
    credentialData: JSON.stringify({ hashIterations, algorithm, additionalParameters: more }),
  },
];
/** As better-auth stores a password. */
const betterAuth = (): string => {
  const text = salt.toString("hex");
  const key = scryptSync(PASSWORD, text, 64, { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 });
  return `${text}:${key.toString("hex")}`;
};

describe("authdock import users", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { folder, file, cli, lines, importing, account, latestRun } = useImporting(world);
  const signsIn = async (email: string): Promise<boolean> =>
    (await world.api.post("/auth/login", { email, password: PASSWORD })).status === 200;

  it("takes over the users of Laravel, who sign in with their passwords", async () => {
    const csv = [
      "id,name,email,email_verified_at,password,remember_token,created_at",
      `1,Ada King Lovelace,Ada@example.test,2024-05-01 10:00:00,${BCRYPT.replace("$2b$", "$2y$")},,2023-01-02 03:04:05`,
      "3,Mary,mary@example.test,NULL,\\N,,",
      `2,Grace,grace@example.test,someday,${BCRYPT.replace("$2b$", "$2y$")},,`,
    ].join("\r\n");
    const { code, output } = await cli("import", "users", file("users.csv", csv), "--from", "laravel");
    expect(code).to.equal(1);
    expect(output.split("\n")).to.deep.equal([
      "Line 4: The time in email_verified_at can't be read.",
      "                in the file  carried",
      "password        1            1",
      "verified email  1            1",
      "own id          2            2",
      "Created 2, already there 0, refused 1",
      `authdock import undo ${await latestRun()} deletes those that nobody has used`,
    ]);
    expect(await account("mary@example.test")).to.include({ last_name: "-", email_verified_at: null });
    const ada = await account("ada@example.test");
    expect(ada).to.include({
      first_name: "Ada King",
      last_name: "Lovelace",
      status: "active",
      password_imported: true,
    });
    expect(ada.created_at).to.equal(Date.parse("2023-01-02T03:04:05Z"));
    expect(ada.email_verified_at).to.be.a("number");
    expect(await signsIn("ada@example.test")).to.equal(true);
    expect(await account("ada@example.test")).to.include({ password_imported: false });
  });

  it("takes over the users of Keycloak with PBKDF2 and Argon2", async () => {
    const row = (email: string, more: object) => ({
      ...{
        username: email,
        email,
        firstName: "Ada",
        lastName: "Lovelace",
        enabled: true,
        emailVerified: true,
      },
      ...{ createdTimestamp: 1_700_000_000_000, ...more },
    });
    const pbkdf2 = (digest: string) => pbkdf2Sync(PASSWORD, salt, 1000, 32, digest);
    const path = lines(
      row("sha1@example.test", { credentials: keycloakPassword("pbkdf2", pbkdf2("sha1")) }),
      row("sha256@example.test", { credentials: keycloakPassword("pbkdf2-sha256", pbkdf2("sha256")) }),
      row("sha512@example.test", { credentials: keycloakPassword("pbkdf2-sha512", pbkdf2("sha512")) }),
      row("none@example.test", { credentials: [] }),
      row("off@example.test", { enabled: false }),
    );
    expect(await importing(path, "keycloak")).to.include({ created: 5, refused: 0 });
    for (const digest of ["sha1", "sha256", "sha512"])
      expect(await signsIn(`${digest}@example.test`), digest).to.equal(true);
    expect(await account("none@example.test")).to.include({ password: null, created_at: 1_700_000_000_000 });
    expect(await account("off@example.test")).to.include({ status: "inactive" });
    // made by the reference implementation, with the salt "somesalt"
    const value = Buffer.from("RdescudvJCsgt3ub+b+dWRWJTmaaJObG", "base64");
    const argon2 = {
      memory: ["65536"],
      parallelism: ["4"],
      type: ["i"],
      version: ["1.3"],
      hashLength: ["24"],
    };
    const other = lines(row("i@example.test", { credentials: keycloakPassword("argon2", value, argon2, 2) }));
    expect(
      (await runCli(world.services, ["import", "users", other, "--from", "keycloak"])).output,
    ).to.contain("Only Argon2id in version 1.3 is supported.");
  });

  it("takes over the users of Auth0, better-auth and Devise", async () => {
    const auth0 = {
      email: "a@example.test",
      email_verified: true,
      given_name: "Ada",
      family_name: "King",
      passwordHash: BCRYPT,
    };
    expect(
      await importing(
        lines(auth0, { ...auth0, email: "x@example.test", blocked: true, email_verified: false }),
        "auth0",
      ),
    ).to.include({ created: 2 });
    const better = { email: "b@example.test", name: "Ada King", emailVerified: 1, password: betterAuth() };
    expect(await importing(lines(better), "better-auth")).to.include({ created: 1 });
    const devise = `email,encrypted_password,confirmed_at\nd@example.test,${BCRYPT.replace("$2b$", "$2a$")},2024-01-01 00:00:00 UTC\n`;
    expect(await importing(file("devise.csv", devise), "devise")).to.include({ created: 1 });
    for (const letter of ["a", "b", "d"])
      expect(await signsIn(`${letter}@example.test`), letter).to.equal(true);
    expect(await signsIn("x@example.test")).to.equal(false);
    expect(await account("x@example.test")).to.include({ status: "inactive", email_verified_at: null });
    expect(await account("d@example.test")).to.include({ first_name: "d", last_name: "-" });
  });

  it("takes over hashes as Django stores them, and accounts that Django gave no password", async () => {
    const salt = "Na0Cl";
    const key = pbkdf2Sync(PASSWORD, salt, 1000, 32, "sha256").toString("base64");
    const django = { email: "d@example.test", password_hash: `pbkdf2_sha256$1000$${salt}$${key}` };
    const none = { email: "n@example.test", password_hash: "!Wm8yUKnSRQCVV6QkBj5UQvDfVunUFHVJzwFanbfJ" };
    expect(await importing(lines(django, none), "authdock")).to.include({ created: 2 });
    expect((await account("d@example.test")).password).to.equal(django.password_hash);
    expect(await signsIn("d@example.test")).to.equal(true);
    expect((await account("d@example.test")).password).to.match(/^\$2b\$/);
    expect((await account("n@example.test")).password).to.equal(null);
  });

  it("reads its own export", async () => {
    for (const email of ["ada@example.test", "grace@example.test"])
      await world.make.user({ email, role: "admin" });
    const path = join(folder.path, "export.csv");
    expect((await cli("export", "users", path)).output).to.equal(`Wrote 2 accounts to ${path}`);
    expect(statSync(path).mode & 0o077).to.equal(0);
    const events = await world.services.knex("activity_log").where({ event: "users_exported" });
    expect(events).to.have.length(1);
    expect(await importing(path, "authdock", "--allow-administrators", "--without-passwords")).to.include({
      created: 0,
      exists: 2,
    });
    await world.services.knex("users").update({ deleted_at: Date.now() });
    expect(await importing(path, "authdock", "--allow-administrators", "--without-passwords")).to.include({
      created: 2,
      exists: 0,
    });
    expect((await cliJson(world.services, "user", "list", "--role", "admin")).items).to.have.length(2);
    const jsonl = join(folder.path, "export.jsonl");
    await cli("export", "users", jsonl, "--format", "jsonl", "--search", "grace");
    expect(
      readFileSync(jsonl, "utf8")
        .trim()
        .split("\n")
        .map((row) => JSON.parse(row).email),
    ).to.deep.equal(["grace@example.test"]);
  });

  it("writes nothing in a dry run", async () => {
    const { output } = await cli(
      "import",
      "users",
      lines({ email: "a@example.test", name: "A B" }),
      "--from",
      "auth0",
      "--dry-run",
    );
    expect(output).to.equal("Would be created 1, already there 0, refused 0");
    expect(await world.services.knex("users")).to.have.length(0);
    expect(await world.services.knex("activity_log")).to.have.length(0);
  });

  it("continues after an interruption, and keeps existing accounts as they are", async () => {
    const rows = Array.from({ length: 600 }, (_, index) => ({
      email: `u${index}@example.test`,
      name: "Ada King",
      passwordHash: BCRYPT,
    }));
    const existing = await world.make.user({ email: "u3@example.test", first_name: "Own" });
    const good = lines(...rows.slice(0, 300));
    expect(await importing(good, "auth0")).to.include({ created: 299, exists: 1 });
    expect(await importing(lines(...rows, rows[5]!), "auth0")).to.include({
      created: 300,
      exists: 301,
      refused: 0,
    });
    const kept = await account("u3@example.test");
    expect(kept).to.include({ first_name: "Own", password: existing.password, password_imported: false });
  });

  it("creates each account once when two imports run at the same time", async () => {
    const row = (index: number) => ({
      email: `u${index}@example.test`,
      name: "Ada King",
      passwordHash: BCRYPT,
    });
    const path = lines(...Array.from({ length: 40 }, (_, index) => row(index)));
    const both = await Promise.all([importing(path, "auth0"), importing(path, "auth0")]);
    const created = both.map((result) => Number(result.created));
    expect(created[0]! + created[1]!).to.equal(40);
    expect(both.map(({ exists, refused }) => exists + refused)).to.deep.equal(created.toReversed());
    expect(await world.services.knex("users")).to.have.length(40);
  });

  it("shows its progress on a terminal", async () => {
    const path = lines(
      ...Array.from({ length: 300 }, (_, index) => ({ email: `u${index}@example.test`, name: "A B" })),
    );
    const progress: string[] = [];
    await runCli(world.services, ["import", "users", path, "--from", "auth0", "--dry-run"], { progress });
    expect(progress[0]).to.match(/^\[#+-*\] \d+ % {2}250 rows checked, 0 refused$/);
    expect(progress[1]).to.equal(`[${"#".repeat(30)}] 100 %  300 rows checked, 0 refused`);
    expect(progress.at(-1)).to.equal("");
  });

  it("records each account, with the application it came from", async () => {
    await importing(
      lines({ email: "a@example.test", name: "A B", passwordHash: BCRYPT }),
      "auth0",
      "--role",
      "admin",
    );
    const row = await world.services.knex("activity_log").where({ event: "user_created" }).first();
    expect(row).to.include({ actor_id: null, ip_address: "cli" });
    expect(JSON.parse(row.changes)).to.deep.equal({
      after: { email: "a@example.test", status: "active", role: "admin" },
      imported_from: "auth0",
    });
    expect(JSON.stringify(row)).not.to.contain(BCRYPT);
  });

  it("stamps accounts that must have a second factor", async () => {
    await cli("settings", "set", "auth.two_factor_required", "everyone");
    await importing(lines({ email: "a@example.test", name: "A B" }), "auth0");
    expect((await account("a@example.test")).two_factor_required_at).to.be.a("number");
  });

  it("rejects rows that would be invalid or dangerous, and reports each with its line", async () => {
    const good = { name: "Ada King", passwordHash: BCRYPT };
    const path = file(
      "bad.jsonl",
      [
        JSON.stringify({ ...good, email: "good@example.test" }),
        "{not json",
        "[1]",
        JSON.stringify(good),
        JSON.stringify({ ...good, email: "not an address" }),
        JSON.stringify({ ...good, email: "control@example.test", name: "A\u0007 B" }),
        JSON.stringify({ ...good, email: "cost@example.test", passwordHash: BCRYPT.replace("$04$", "$31$") }),
        JSON.stringify({
          ...good,
          email: "md5@example.test",
          passwordHash: "5f4dcc3b5aa765d61d8327deb882cf99",
        }),
      ].join("\n"),
    );
    const report = join(folder.path, "report.jsonl");
    const { code, output } = await cli("import", "users", path, "--from", "auth0", "--report", report);
    expect(code).to.equal(1);
    expect(output.split("\n")).to.deep.equal([
      "Line 2: The line isn't a JSON object.",
      "Line 3: The line isn't a JSON object.",
      "Line 4: The row has no email.",
      "Line 5: email: Enter a valid email address. not an address",
      "Line 6: first_name: This contains characters that aren't allowed. control@example.test",
      "Line 7: The password hash takes more than an estimated 10 seconds. cost@example.test",
      "Line 8: The format of the password hash isn't supported. md5@example.test",
      "          in the file  carried",
      "password  1            1",
      "Created 1, already there 0, refused 7",
      `authdock import undo ${await latestRun()} deletes those that nobody has used`,
    ]);
    const reported = readFileSync(report, "utf8")
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row));
    expect(reported).to.have.length(8);
    expect(reported[4]).to.deep.equal({
      ...{ line: 5, email: "not an address", outcome: "refused" },
      ...{ reason: "email: Enter a valid email address.", former_id: null, id: null, lost: [] },
    });
    expect(statSync(report).mode & 0o077).to.equal(0);
  });

  it("rejects unknown statuses and roles", async () => {
    const { refused_rows: refused } = JSON.parse(
      (
        await runCli(world.services, [
          ...["import", "users", "--from", "authdock", "--json"],
          lines({ email: "a@example.test", status: "asleep" }, { email: "b@example.test", role: "boss" }),
        ])
      ).output,
    );
    expect(refused.map(({ reason }: { reason: string }) => reason)).to.deep.equal([
      "The status asleep doesn't exist.",
      "The role boss doesn't exist.",
    ]);
    const path = lines({ email: "a@example.test" });
    expect((await cli("import", "users", path, "--from", "auth0", "--role", "boss")).errors).to.match(
      /^role: /,
    );
  });

  it("rejects administrators that only the file names", async () => {
    const path = lines(
      { email: "root@example.test", role: "system_admin" },
      { email: "admin@example.test", role: "admin" },
      { email: "ada@example.test", role: "user" },
    );
    const { output } = await cli("import", "users", path, "--from", "authdock", "--without-passwords");
    expect(output.split("\n")).to.deep.equal([
      "Line 1: The role system_admin can administer; administrators are imported only if allowed. root@example.test",
      "Line 2: The role admin can administer; administrators are imported only if allowed. admin@example.test",
      "       in the file  carried",
      "roles  1            1",
      "Created 1, already there 0, refused 2",
      `authdock import undo ${await latestRun()} deletes those that nobody has used`,
    ]);
    expect(await importing(path, "authdock", "--allow-administrators", "--without-passwords")).to.include({
      created: 2,
      exists: 1,
    });
  });

  it("says what is wrong with the file", async () => {
    const broken = file("broken.csv", 'email,name\na@example.test,"Ada');
    expect((await cli("import", "users", broken, "--from", "laravel")).errors).to.match(
      /^Line \d of .* isn't CSV: /,
    );
    expect((await cli("import", "users", "nowhere.csv", "--from", "laravel")).errors).to.equal(
      "nowhere.csv can't be read.",
    );
    const odd = file("users.txt", "");
    expect(await cli("import", "users", odd, "--from", "laravel")).to.include({ code: 2 });
    expect(await cli("import", "users", odd, "--from", "myspace")).to.include({ code: 2 });
  });
});
