import bcrypt from "bcryptjs";
import { expect } from "chai";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync("correct-horse", 4);
const numbered = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ email: `u${index}@example.test`, name: "Ada King" }));

describe("A file to import", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { file, cli, lines, importing, account } = useImporting(world);
  const accounts = async (): Promise<number> => (await world.services.knex("users")).length;
  const refusal = async (path: string, from: string): Promise<string> => {
    const { code, errors } = await cli("import", "users", path, "--from", from, "--without-passwords");
    expect(code, errors).not.to.equal(0);
    expect(await accounts()).to.equal(0);
    return errors;
  };

  it("can begin with a byte order mark", async () => {
    const row = JSON.stringify({ email: "line@example.test", name: "A B" });
    await importing(file("users.jsonl", `\ufeff${row}\r\n`), "auth0");
    await importing(file("users.csv", "\ufeffemail,name\ncsv@example.test,A B\n"), "auth0");
    expect(await account("line@example.test")).to.include({ last_name: "B" });
    expect(await account("csv@example.test")).to.include({ last_name: "B" });
  });

  it("has people called NULL, where it isn't the missing value of a database", async () => {
    const csv = `id,email,first_name,last_name\n1,quoted@example.test,"Ada","NULL"\n2,none@example.test,Ada,NULL\n`;
    await importing(file("users.csv", csv), "auth0");
    await importing(lines({ email: "json@example.test", given_name: "Ada", family_name: "NULL" }), "auth0");
    for (const email of ["quoted@example.test", "json@example.test"])
      expect(await account(email), email).to.include({ last_name: "NULL" });
    expect(await account("none@example.test")).to.include({ first_name: "Ada", last_name: "-" });
  });

  it("has times in ISO 8601, or as databases write them", async () => {
    const noon = Date.parse("2024-05-01T12:34:56Z");
    const times = [
      ["2024-05-01T12:34:56Z", noon],
      ["2024-05-01 12:34:56", noon],
      ["2024-05-01 12:34:56 UTC", noon],
      ["2024-05-01 14:34:56 +0200", noon],
      ["2024-05-01 14:34:56+02", noon],
      ["2024-05-01T12:34:56.250+00:00", noon + 250],
      ["2024-05-01", Date.parse("2024-05-01T00:00:00Z")],
      [noon, noon],
      [noon / 1000, noon],
      [{ $date: "2024-05-01T12:34:56Z" }, noon],
      [{ $date: { $numberLong: String(noon) } }, noon],
    ] as const;
    await importing(
      lines(...times.map(([time], index) => ({ email: `t${index}@example.test`, created_at: time }))),
      "auth0",
    );
    for (const [index, [time, expected]] of times.entries())
      expect((await account(`t${index}@example.test`)).created_at, JSON.stringify(time)).to.equal(expected);
  });

  it("says which address is repeated, however far apart the rows are", async () => {
    const rows = [...numbered(600), { email: " U1@Example.test ", name: "Ada King" }];
    const dry = await importing(lines(...rows), "auth0", "--dry-run");
    expect(dry).to.include({ created: 600, exists: 1 });
    expect(await importing(lines(...rows), "auth0")).to.include({ created: 600, exists: 1 });
  });

  it("changes nothing when a line far down is broken", async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `u${index}@example.test,A,B`);
    const csv = ["email,first_name,last_name", ...rows, 'x@example.test,"A"x,B', "y@example.test,A,B"];
    expect(await refusal(file("users.csv", csv.join("\n")), "auth0")).to.match(/^Line 602 of .* isn't CSV: /);
  });

  it("has a value for each column in every row that is imported", async () => {
    const path = file("users.csv", "email,name\na@example.test,Ada\nb@example.test,Ada,King\n");
    const { output } = await cli("import", "users", path, "--from", "auth0");
    expect(output).to.match(/^Line 3: The row has 3 values for 2 columns\.\nCreated 1,/);
  });

  it("isn't imported in another encoding", async () => {
    const csv = Buffer.from("email,name\na@example.test,Zo\u00eb\n", "latin1");
    expect(await refusal(file("users.csv", csv), "auth0")).to.match(
      /isn't UTF-8\. Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 /,
    );
    expect(await refusal(file("users.jsonl", csv.subarray(0, -1)), "auth0")).to.contain("isn't UTF-8");
    const cut = Buffer.from("email,name\na@example.test,Zo\u00eb").subarray(0, -1);
    expect(await refusal(file("cut.csv", cut), "auth0")).to.contain("isn't UTF-8");
  });

  it("isn't imported with other columns or separators, which are named", async () => {
    expect(await refusal(file("a.csv", "mail,name\na@example.test,Ada\n"), "auth0")).to.match(
      /a\.csv has an email\. It has the fields mail, name\.$/,
    );
    expect(await refusal(file("b.csv", "email;name\na@example.test;Ada\n"), "auth0")).to.match(
      /b\.csv has an email\. It has the fields email;name\.$/,
    );
    expect(await refusal(lines({ mail: "a@example.test" }), "auth0")).to.contain("the fields mail.");
  });

  it("isn't imported with values that can be read in several ways", async () => {
    const rows = ["-5", "May 1, 2024", "01/02/2024", "1714566896.5", {}, { at: 1 }, true].map(
      (created_at) => ({
        email: "a@example.test",
        created_at,
      }),
    );
    const { output } = await cli(
      ...["import", "users", lines(...rows, { email: "b@example.test", email_verified: "maybe" })],
      ...["--from", "auth0", "--dry-run"],
    );
    const reasons = output.split("\n").filter((text) => text.startsWith("Line "));
    expect(reasons).to.deep.equal([
      ...[1, 2, 3, 4, 6, 7].map((line) => `Line ${line}: The time in created_at can't be read.`),
      "Line 8: The value of email_verified is neither true nor false.",
    ]);
  });

  it("isn't imported when no row has a password that it should have", async () => {
    const path = file("users.csv", "id,name,email\n1,Ada,a@example.test\n");
    const { code, errors } = await cli("import", "users", path, "--from", "laravel");
    expect([code, errors]).to.deep.equal([
      1,
      "No row has a password: is it a file of laravel? It has the fields id, name, email. --without-passwords imports it.",
    ]);
    expect(await accounts()).to.equal(0);
    const dry = await cli("import", "users", path, "--from", "laravel", "--dry-run");
    expect([dry.code, dry.output.split("\n").at(-1)]).to.deep.equal([
      0,
      "No row has a password: the import would need --without-passwords",
    ]);
    expect(await importing(path, "laravel", "--without-passwords")).to.include({ created: 1 });
    // Auth0 hands out no hashes with its users
    expect(await importing(lines({ email: "b@example.test" }), "auth0")).to.include({ created: 1 });
    expect(
      await importing(lines({ email: "c@example.test", encrypted_password: BCRYPT }), "devise"),
    ).to.include({ created: 1 });
  });
});
