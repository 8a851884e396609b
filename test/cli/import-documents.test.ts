import bcrypt from "bcryptjs";
import { expect } from "chai";
import { isDocument } from "../../src/domain/import/json-document.js";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);

describe("A JSON document to import", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { file, cli, importing, account } = useImporting(world);
  const accounts = async (): Promise<number> => (await world.services.knex("users")).length;
  const refusal = async (content: string): Promise<string> => {
    const { code, errors } = await cli("import", "users", file("users.json", content), "--from", "auth0");
    expect([code, await accounts()]).to.deep.equal([1, 0]);
    return errors;
  };

  it("is a realm of Keycloak, whose other parts are left out", async () => {
    const realm = {
      realm: "acme",
      clients: [{ clientId: "app", email: "client@example.test" }],
      users: [{ id: "1", email: "a@example.test", firstName: "Ada", lastName: "King" }],
      groups: [{ users: [{ email: "group@example.test" }] }],
    };
    for (const text of [
      JSON.stringify(realm),
      JSON.stringify(realm, null, 2),
      `{ "realm": "acme",\n${JSON.stringify(realm).slice(1)}`,
    ])
      expect(
        await importing(file("realm.json", text), "keycloak", "--without-passwords", "--dry-run"),
      ).to.include({ created: 1 });
  });

  it("is a list, in one line or in many", async () => {
    const users = [1, 2, 3].map((n) => ({ email: `a${n}@example.test`, name: "Ada King" }));
    for (const text of [
      JSON.stringify(users),
      JSON.stringify(users, null, 2),
      `\ufeff\n ${JSON.stringify(users)}\n\n`,
    ])
      expect(await importing(file("users.json", text), "auth0", "--dry-run")).to.include({
        created: 3,
        refused: 0,
      });
  });

  it("can be one long line", async () => {
    const users = [{ email: "a@example.test", name: "Ada King", user_metadata: "x".repeat(200_000) }];
    expect(await importing(file("users.json", JSON.stringify(users)), "auth0", "--dry-run")).to.include({
      created: 1,
    });
  });

  it("is refused when it is nested so deeply that its memory would run out", async () => {
    expect(await refusal(`{"users":[${"[".repeat(5000)}`)).to.contain("it is nested too deeply");
  });

  it("of Django has records of other kinds, which are counted", async () => {
    const dump = [
      { model: "auth.group", pk: 1, fields: { name: "staff" } },
      {
        model: "accounts.person",
        pk: 7,
        fields: { email: "a@example.test", username: "ada", password: `bcrypt$${BCRYPT}` },
      },
      { model: "sessions.session", pk: "x", fields: { session_data: "…" } },
    ];
    const result = await importing(file("dump.json", JSON.stringify(dump)), "django");
    expect(result).to.include({ created: 1, refused: 0 });
    expect(result.unread_fields).to.deep.equal({
      "records of auth.group": 1,
      "records of sessions.session": 1,
    });
    const former = await world.services.knex("imported_accounts").first("former_id");
    expect(former).to.deep.equal({ former_id: "7" });
  });

  it("has its accounts in several places, as Zitadel has an organisation for each", async () => {
    const orgOf = (email: string) => ({
      orgId: email,
      humanUsers: [
        {
          userId: "1",
          user: {
            profile: { firstName: "Ada", lastName: "King", preferredLanguage: "tr" },
            email: { email, isEmailVerified: true },
            hashedPassword: { value: BCRYPT, algorithm: "bcrypt" },
            passwordChangeRequired: true,
            phone: { phone: "+49" },
          },
        },
      ],
    });
    const path = file(
      "zitadel.json",
      JSON.stringify({ orgs: ["a@example.test", "b@example.test"].map(orgOf) }),
    );
    const result = await importing(path, "zitadel");
    expect(result).to.include({ created: 2 });
    expect(result.unread_fields).to.deep.equal({ "user.phone": 2 });
    expect(await account("b@example.test")).to.include({
      last_name: "King",
      locale: "tr",
      password_must_change: true,
    });
  });

  it("has inner fields whose names have dots, also those that are not carried", async () => {
    const person = {
      traits: { email: "a@example.test", name: "Ada King", shoe: { size: 38 } },
      state: "inactive",
    };
    const result = await importing(file("ory.json", JSON.stringify([person])), "ory", "--without-passwords");
    expect(result.unread_fields).to.deep.equal({ "traits.shoe": 1 });
    expect(await account("a@example.test")).to.include({ first_name: "Ada", status: "inactive" });
  });

  it("is told from lines", () => {
    for (const text of [
      "[",
      " \n[{",
      '{\n"users"',
      '{"users":[{"email":"a"}]}',
      '{"data_orgs":{"orgs":[]}}',
      '{ "realm": "acme",\n"users": [',
    ])
      expect(isDocument(text), text).to.equal(true);
    for (const text of [
      '{"email":"a"}\n{"email":"b"}',
      '{"_id":{"$oid":"1"},"email":"a"}\n',
      '{"email": broken\n{"email":"b"}',
      "",
      "email,name\n",
    ])
      expect(isDocument(text), text).to.equal(false);
  });

  it("with an account that isn't an object says which one", async () => {
    const path = file("users.json", '[{"email":"a@example.test","name":"A B"}, "Ada", 7]');
    const { output } = await cli("import", "users", path, "--from", "auth0");
    expect(output).to.match(/^Line 2: The record isn't a JSON object\.\nLine 3: .*\nCreated 1,/);
  });

  it("isn't imported when it ends early, is broken far down, or has accounts nowhere", async () => {
    const many = Array.from({ length: 600 }, (_, n) =>
      JSON.stringify({ email: `a${n}@example.test`, name: "A B" }),
    );
    expect(await refusal(`[${many.join(",")}`)).to.contain("isn't JSON: ");
    expect(await refusal(`[${many.join(",")},{"email":}]`)).to.contain("isn't JSON: ");
    expect(await refusal(`[${many.join(",")}] trailing`)).to.contain("isn't JSON: ");
    expect(await refusal('{\n"people":[{"email":"a@example.test"}]}')).to.match(/no list of accounts/);
    expect(await refusal("[]")).to.match(/no list of accounts/);
  });

  it("can't change how objects work", async () => {
    const text =
      '[{"email":"a@example.test","name":"Ada King","__proto__":{"blocked":true},"constructor":1}]';
    expect(await importing(file("users.json", text), "auth0")).to.include({ created: 1 });
    expect(await account("a@example.test")).to.include({ status: "active" });
    expect(Object.hasOwn(Object.prototype, "blocked")).to.equal(false);
  });
});
