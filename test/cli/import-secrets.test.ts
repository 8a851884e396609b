import { readFileSync } from "node:fs";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { runCli } from "../support/app/command-line.js";
import { PASSWORD } from "../support/app/factories.js";
import { EXPORT_PASSWORD, exportFile } from "../support/app/import-exports.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const PEPPER = "ground-black-pepper";
const PEPPERED = bcrypt.hashSync(PASSWORD + PEPPER, 4).replace("$2b$", "$2a$");
const [FIREBASE, KEY] = [exportFile("firebase.json"), exportFile("firebase-key.txt")];

describe("The secret of imported hashes", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { file, lines, cli, importing, account } = useImporting(world);
  const login = async (email: string, password: string): Promise<number> =>
    (await world.api.post("/auth/login", { email, password })).status;
  const keys = (): Promise<{ id: string; secret: string }[]> => world.services.knex("import_keys");
  const devise = (email: string): string => lines({ email, encrypted_password: PEPPERED });

  it("of a Firebase project lets people sign in with their password, and with no other", async () => {
    await importing(FIREBASE, "firebase", "--hash-key-file", KEY);
    expect(await login("f1@f.test", "wrong-password")).to.equal(401);
    expect(await login("f1@f.test", EXPORT_PASSWORD)).to.equal(200);
    expect(await account("f1@f.test")).to.include({ password_imported: false });
  });

  it("of Devise is its pepper, and of Flask-Security the salt", async () => {
    const pepper = file("pepper", `${PEPPER}\n`);
    await importing(devise("a@example.test"), "devise", "--hash-key-file", pepper);
    expect(await login("a@example.test", PASSWORD)).to.equal(200);
    expect(await login("a@example.test", PASSWORD + PEPPER)).to.equal(401);
    const flask = { email: "b@example.test", active: true, password: flaskHash() };
    const salt = file("salt", "146585145368132386173505678016728509634");
    await importing(lines(flask), "flask-security", "--hash-key-file", salt);
    expect(await login("b@example.test", "Grüße-Žluťoučký-9")).to.equal(200);
  });

  it("is encrypted, apart from the hashes, and stored once", async () => {
    const pepper = file("pepper", PEPPER);
    await importing(devise("a@example.test"), "devise", "--hash-key-file", pepper, "--dry-run");
    expect(await keys()).to.be.empty;
    for (const email of ["a@example.test", "b@example.test"])
      await importing(devise(email), "devise", "--hash-key-file", pepper);
    const [key, ...others] = await keys();
    expect(others).to.be.empty;
    expect(key!.secret)
      .to.match(/^[0-9a-f]{8}:/)
      .and.not.contain(PEPPER);
    for (const email of ["a@example.test", "b@example.test"])
      expect((await account(email)).password).to.equal(`{devise:${key!.id}}${PEPPERED}`);
  });

  it("that is gone lets nobody in", async () => {
    await importing(devise("a@example.test"), "devise", "--hash-key-file", file("pepper", PEPPER));
    await world.services.knex("import_keys").delete();
    expect(await login("a@example.test", PASSWORD)).to.equal(401);
  });

  it("that is needed and missing, or of another project, refuses the rows", async () => {
    const missing = await cli("import", "users", FIREBASE, "--from", "firebase");
    expect(missing.code).to.equal(1);
    expect(missing.output).to.match(
      /^Line 1: The password hash needs the secret of the application: --hash-key-file/,
    );
    const short = file("key", readFileSync(KEY, "utf8").replace(/jxspr.*==/, "jxspr8Ki0RYycVU8zykbdA=="));
    const other = await cli("import", "users", FIREBASE, "--from", "firebase", "--hash-key-file", short);
    expect(other.output).to.match(
      /^Line 1: The password hash and the signer key of the project differ in length\./,
    );
    expect((await world.services.knex("users")).length).to.equal(0);
  });

  it("isn't read from a file without it, or for an application that has none", async () => {
    const code = async (from: string, content: string): Promise<number> =>
      (
        await cli(
          "import",
          "users",
          devise("a@example.test"),
          "--from",
          from,
          "--hash-key-file",
          file("key", content),
        )
      ).code;
    expect(await code("firebase", "base64_signer_key: abc")).to.equal(1);
    expect(await code("devise", "\n")).to.equal(1);
    expect(await code("laravel", "pepper")).to.equal(2);
    expect(
      (
        await cli(
          "import",
          "users",
          devise("a@example.test"),
          "--from",
          "devise",
          "--hash-key-file",
          "nowhere",
        )
      ).code,
    ).to.equal(2);
  });
});

describe("A known password", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { file, lines, account } = useImporting(world);
  const checked = (path: string, email: string, password: string, ...more: string[]) =>
    runCli(world.services, ["import", "users", path, "--from", "devise", "--check", email, ...more], {
      input: `${password}\n`,
    });
  const path = (): string =>
    lines({ email: "Ada@example.test", encrypted_password: PEPPERED }, { email: "none@example.test" });
  const accounts = async (): Promise<number> => (await world.services.knex("users")).length;

  it("that is the one of its account lets the import begin", async () => {
    const pepper = file("pepper", PEPPER);
    const { code, errors } = await checked(path(), "ada@example.test", PASSWORD, "--hash-key-file", pepper);
    expect([code, errors]).to.deep.equal([0, ""]);
    expect(await account("ada@example.test")).to.include({ password_imported: true });
  });

  it("that isn't, because the pepper is missing for example, changes nothing", async () => {
    const { code, errors } = await checked(path(), "ada@example.test", PASSWORD);
    expect([code, errors]).to.deep.equal([
      1,
      "The hash of ada@example.test isn't of this password. Nothing was imported; check the secret of the hashes, if they have one.",
    ]);
    expect((await checked(path(), "b@example.test", PASSWORD)).errors).to.equal(
      "The file has no account b@example.test.",
    );
    expect((await checked(path(), "none@example.test", PASSWORD)).errors).to.equal(
      "The account none@example.test has no password in the file that can be verified.",
    );
    expect(await accounts()).to.equal(0);
  });

  it("is checked in a dry run, too", async () => {
    expect((await checked(path(), "ada@example.test", PASSWORD, "--dry-run")).code).to.equal(1);
  });
});

describe("Rows in several forms", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { file, lines, cli, importing, account } = useImporting(world);
  const hash = bcrypt.hashSync(PASSWORD, 4);
  const login = async (email: string): Promise<number> =>
    (await world.api.post("/auth/login", { email, password: PASSWORD })).status;

  it("of any table are imported with the names of its fields", async () => {
    const csv = `mail,vorname,nachname,kennwort,ok\na@example.test,Ada,King,${hash},1\n`;
    const names =
      "email=mail,first_name=vorname, last_name=nachname,password_hash=kennwort,email_verified=ok";
    const result = await importing(file("t.csv", csv), "authdock", "--map", names);
    expect(result).to.include({ created: 1 });
    expect(result.unread_fields).to.deep.equal({});
    expect((await account("a@example.test")).email_verified_at).to.be.a("number");
    expect(await login("a@example.test")).to.equal(200);
    await importing(
      lines({ profile: { mail: "b@example.test", first: "Bob" }, name: "x" }),
      ...[
        "authdock",
        "--map",
        "email=profile.mail,first_name=profile.first,last_name=name",
        "--without-passwords",
      ],
    );
    expect(await account("b@example.test")).to.include({ first_name: "Bob", last_name: "x" });
    expect(
      (await cli("import", "users", file("t.csv", csv), "--from", "authdock", "--map", "email")).code,
    ).to.equal(2);
  });

  it("of Auth0 get the hashes of the file of its support, by their id", async () => {
    const users = lines(
      { user_id: "auth0|5dea9f9c82dd7c0e76e4ec93", email: "a@example.test" },
      { user_id: "auth0|euclid", email: "b@example.test" },
      { user_id: "google-oauth2|1", email: "c@example.test" },
      { user_id: "auth0|9", email: "d@example.test" },
    );
    const custom = { algorithm: "md5", hash: { value: "x" } };
    const hashes = [
      { _id: { $oid: "5dea9f9c82dd7c0e76e4ec93" }, email: "a@example.test", passwordHash: hash },
      { _id: { $oid: "5dea9f9c82dd7c0e76e4ec94" }, alt_id: "euclid", passwordHash: hash },
      // the same address in another database
      { _id: { $oid: "5dea9f9c82dd7c0e76e4ec95" }, email: "c@example.test", passwordHash: hash },
      { _id: { $oid: "9" }, custom_password_hash: custom },
    ];
    const path = file("hashes.json", hashes.map((row) => JSON.stringify(row)).join("\n"));
    const { code, output } = await cli("import", "users", users, "--from", "auth0", "--hashes", path);
    expect(code).to.equal(1);
    expect(output).to.match(/^Line 4: The format of the password hash isn't supported\./);
    expect(output).to.match(/\nHashes that belong to no row: 1$/);
    expect([await login("a@example.test"), await login("b@example.test")]).to.deep.equal([200, 200]);
    expect(await account("c@example.test")).to.include({ password: null });
    expect((await cli("import", "users", users, "--from", "okta", "--hashes", path)).code).to.equal(2);
  });

  it("of FusionAuth and Logto become hashes by their documentation", async () => {
    const bytes = (text: string): string => Buffer.from(text).toString("base64");
    const users = [
      {
        email: "a@example.test",
        encryptionScheme: "bcrypt",
        factor: 4,
        salt: hash.slice(7, 29),
        password: hash.slice(29),
      },
      {
        email: "b@example.test",
        encryptionScheme: "phpass-md5",
        factor: 2,
        salt: bytes("s"),
        password: bytes("x"),
      },
      { email: "c@example.test" },
    ];
    const { output } = await cli(
      "import",
      "users",
      file("f.json", JSON.stringify({ users })),
      "--from",
      "fusionauth",
    );
    expect(output).to.match(/^Line 2: The encryptionScheme phpass-md5 isn't supported\./);
    expect(await login("a@example.test")).to.equal(200);
    const logto = [
      { primaryEmail: "d@example.test", name: "D E", passwordAlgorithm: "Bcrypt", passwordDigest: hash },
      {
        primaryEmail: "e@example.test",
        name: "D E",
        passwordAlgorithm: "MD5",
        passwordDigest: "0".repeat(32),
      },
      {
        primaryEmail: "f@example.test",
        name: "D E",
        passwordAlgorithm: "Legacy",
        passwordDigest: '["sha256",["s","@"],"00"]',
      },
    ];
    const result = await cli("import", "users", lines(...logto), "--from", "logto");
    expect(result.output).to.match(
      /^Line 2: The format .* isn't supported\..*\nLine 3: The form of passwordDigest isn't supported\./,
    );
    expect(await login("d@example.test")).to.equal(200);
  });
});

/** From the library, of the fixture of hashes. */
function flaskHash(): string {
  const made = JSON.parse(readFileSync(new URL("../fixtures/hashes.json", import.meta.url), "utf8")) as {
    by: string;
    text: string;
  }[];
  return made.find(({ by }) => by === "flask-security-bcrypt")!.text.replace(/^\{.*?\}/, "");
}
