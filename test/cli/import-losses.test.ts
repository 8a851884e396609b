import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { ImportReport } from "../../src/domain/import/import-report.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";
import { PASSWORD } from "../support/app/factories.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
/** A user of Keycloak; the password is "secret" with one iteration of PBKDF2, which no test uses. */
const keycloak = (email: string, more: object = {}, credentials: object[] = []) => ({
  ...{ id: `id of ${email}`, username: email, email, firstName: "Ada", lastName: "King", enabled: true },
  credentials: [
    {
      type: "password",
      secretData: JSON.stringify({ value: Buffer.alloc(32, 1).toString("base64"), salt: "c2FsdA==" }),
      credentialData: JSON.stringify({ hashIterations: 1, algorithm: "pbkdf2-sha256" }),
    },
    ...credentials,
  ],
  ...more,
});
const OTP = { type: "otp", secretData: '{"value":"x"}', credentialData: '{"subType":"totp"}' };

describe("What an import can't carry", () => {
  const world = useWorld();
  const { folder, cli, lines, file, importing, account } = useImporting(world);
  const signIn = async (email: string) => {
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    return world.api.as(body.data.token as string);
  };

  const summaryOf = async (path: string) => {
    const { output } = await cli("import", "users", path, "--from", "auth0", "--json");
    return JSON.parse(output) as { unread_fields: Record<string, number>; refused_rows: object[] };
  };

  it("stays readable for a file whose rows have ever other names and long texts", async () => {
    const rows = Array.from({ length: 600 }, (_, n) => ({
      email: `a${n}@example.test`,
      [`field ${n}`]: "x",
    }));
    const long = { email: "x".repeat(500_000) };
    const { unread_fields, refused_rows } = await summaryOf(lines(...rows, long));
    expect(Object.keys(unread_fields)).to.have.length(501);
    expect(unread_fields["…"]).to.equal(100);
    expect(JSON.stringify(refused_rows)).to.have.length.below(1000);
  });

  it("is refused when it isn't text, and the other rows are imported", async () => {
    const odd = { toString: "odd" };
    const deep = `${'{"$date":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const rows = [
      { email: "a@example.test", created_at: odd },
      { email: "b@example.test", email_verified: odd },
      { email: "c@example.test", created_at: { $date: { $numberLong: "1700000000000" } } },
    ].map((row) => JSON.stringify(row));
    rows.push(`{"email":"d@example.test","created_at":${deep}}`);
    const result = await summaryOf(file("users.jsonl", rows.join("\n")));
    expect(result).to.include({ created: 1, refused: 3 });
    expect(await account("c@example.test")).to.include({ created_at: 1_700_000_000_000 });
  });

  it("is counted against what the file has, with the names of fields that have no place", async () => {
    const path = lines(
      keycloak("plain@example.test", { emailVerified: true, realmRoles: ["default-roles-acme"] }),
      keycloak("otp@example.test", { attributes: { phone: ["1"] }, groups: ["/staff"] }, [OTP]),
      keycloak("action@example.test", { requiredActions: ["UPDATE_PASSWORD"], attributes: { a: ["b"] } }),
      keycloak("social@example.test", {
        credentials: [],
        realmRoles: ["boss"],
        clientRoles: { app: ["editor"] },
        federatedIdentities: [{ identityProvider: "google", userId: "1" }],
      }),
    );
    const { output } = await cli("import", "users", path, "--from", "keycloak", "--dry-run");
    expect(output.split("\n")).to.deep.equal([
      "                      in the file  carried",
      "password              3            3",
      "verified email        1            1",
      "must change password  1            1",
      "second factor         1            0",
      "identities            1            0",
      "roles                 2            0",
      "own id                4            4",
      "Accounts whose second factor isn't carried must set up another one when they sign in.",
      "Roles that have none here: /staff (1 row), boss (1 row), app:editor (1 row)",
      "Providers that aren't configured: google (1 row)",
      "Fields that aren't carried: attributes (2 rows)",
      "Would be created 4, already there 0, refused 0",
    ]);
    expect(await importing(path, "keycloak")).to.deep.include({
      created: 4,
      unread_fields: { attributes: 2 },
    });
  });

  it("is in the report, next to the former and the new id", async () => {
    const report = join(folder.path, "report.jsonl");
    await importing(lines(keycloak("otp@example.test", {}, [OTP])), "keycloak", "--report", report);
    const { id } = await account("otp@example.test");
    expect(JSON.parse(readFileSync(report, "utf8"))).to.deep.equal({
      ...{ line: 1, email: "otp@example.test", outcome: "created", reason: null },
      ...{ former_id: "id of otp@example.test", id, lost: ["second factor"] },
    });
  });

  it("fills no disk with its report", async () => {
    const path = file("report.jsonl", "");
    const report = new ImportReport(await open(path, "w"), 100);
    const row = { line: 1, email: null, outcome: "refused", reason: "no object", sentences: [] } as const;
    for (let n = 0; n < 10; n++)
      await report.add({ ...row, former_id: null, id: null, had: [], lost: [], invited: false });
    await report.close();
    expect(readFileSync(path, "utf8").trim().split("\n")).to.have.length(1);
  });

  it("leaves no account with its password alone that had a second factor", async () => {
    await importing(lines(keycloak("otp@example.test", {}, [OTP])), "keycloak");
    await importing(lines(keycloak("due@example.test", { requiredActions: ["CONFIGURE_TOTP"] })), "keycloak");
    for (const email of ["otp@example.test", "due@example.test"])
      expect(await account(email)).to.include({ two_factor_lost: true });
    const laravel = "id,name,email,password,two_factor_secret,two_factor_confirmed_at";
    const rows = [
      `1,Ada,on@example.test,${BCRYPT},eyJ,2024-05-02 00:00:00`,
      `2,Ada,off@example.test,${BCRYPT},eyJ,NULL`,
    ];
    await importing(file("users.csv", [laravel, ...rows].join("\n")), "laravel");
    const on = await signIn("on@example.test");
    expect((await on.patch("/auth/me", { first_name: "Eve" })).body.data).to.include({
      code: "two_factor_setup_required",
    });
    const off = await signIn("off@example.test");
    await off.patch("/auth/me", { first_name: "Eve" }).expect(200);
    for (const [from, row] of [
      ["auth0", { email: "auth0@example.test", multifactor: ["google-authenticator"] }],
      ["better-auth", { email: "better@example.test", twoFactorEnabled: true, password: BCRYPT }],
      ["devise", { email: "devise@example.test", otp_required_for_login: "t", encrypted_password: BCRYPT }],
    ] as const) {
      await importing(lines(row), from);
      expect(await account(row.email), from).to.include({ two_factor_lost: true });
    }
  });

  it("isn't the duty to change a temporary password", async () => {
    await importing(lines(keycloak("a@example.test", { requiredActions: ["UPDATE_PASSWORD"] })), "keycloak");
    expect(await account("a@example.test")).to.include({ password_must_change: true });
  });

  it("isn't a password because of another credential that can't be read", async () => {
    const odd = { type: "otp", secretData: null, credentialData: { subType: "totp" } };
    const objects = keycloak("objects@example.test");
    const [password] = objects.credentials as { secretData: string; credentialData: string }[];
    const path = lines(
      keycloak("odd@example.test", {}, [odd]),
      {
        ...objects,
        credentials: [
          {
            type: "password",
            secretData: JSON.parse(password!.secretData),
            credentialData: JSON.parse(password!.credentialData),
          },
        ],
      },
      keycloak("null@example.test", { credentials: [{ ...password, type: "password", secretData: null }] }),
      keycloak("text@example.test", { credentials: "none" }),
    );
    const { output } = await cli("import", "users", path, "--from", "keycloak");
    expect(output.split("\n").slice(0, 2)).to.deep.equal([
      "Line 3: The password of Keycloak can't be read. null@example.test",
      "Line 4: The value of credentials can't be read.",
    ]);
    for (const email of ["odd@example.test", "objects@example.test"])
      expect((await account(email)).password, email).to.match(/^\$pbkdf2-sha256\$i=1\$/);
  });
});
