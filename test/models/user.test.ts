import { expect } from "chai";
import { createAccount, findAccountByEmail } from "../../src/domain/accounts/accounts.js";
import { roleByName } from "../../src/domain/access/assignable-roles.js";
import { now } from "../../src/lib/clock.js";
import { searchText } from "../../src/lib/text/search.js";
import { normalizeEmail, searchKey, User } from "../../src/models/user.js";
import { useWorld } from "../support/app/world.js";

describe("User", () => {
  const world = useWorld();
  let user: User;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    world.advance(5000);
  });

  const reread = () => User.query(world.services.knex).findById(user.id).throwIfNotFound();
  const patched = async (columns: Partial<User>) => {
    await (await reread()).$query(world.services.knex).patch(columns);
    return reread();
  };

  it("starts active, at version 1, with timestamps", () => {
    const time = now() - 5000;
    expect(user).to.include({
      status: "active",
      version: 1,
      created_at: time,
      updated_at: time,
      password_changed_at: time,
      email_key: user.email,
      timezone: "UTC",
      locale: "en",
      deleted_at: null,
    });
    expect(user.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  for (const columns of [
    { first_name: "Augusta" },
    { last_name: "King" },
    { email: "king@example.test" },
    { status: "banned" },
    { avatar: "x.webp" },
    { timezone: "Europe/Rome" },
    { email_verified_at: 1 },
  ] as Partial<User>[])
    it(`increases version and updated_at with ${Object.keys(columns).join()}`, async () => {
      expect(await patched(columns)).to.include({ ...columns, version: 2, updated_at: now() });
    });

  for (const columns of [
    { last_login_at: 1, last_login_ip: "127.0.0.1" },
    { last_login_at: 1 },
    { previous_login_at: 1, previous_login_ip: "127.0.0.1" },
    { two_factor_last_step: 1 },
    { two_factor_secret: "x", two_factor_recovery_codes: "x", two_factor_confirmed_at: 1 },
  ] as Partial<User>[])
    it(`doesn't change version and updated_at with ${Object.keys(columns).join()}`, async () => {
      expect(await patched(columns)).to.include({ ...columns, version: 1, updated_at: user.updated_at });
    });

  it("increases the version when a sign-in also changes a field", async () => {
    expect(await patched({ last_login_at: 1, first_name: "Augusta" })).to.include({ version: 2 });
  });

  it("sets password_changed_at with every password, including the same one", async () => {
    expect(await patched({ password: user.password })).to.include({ password_changed_at: now() });
  });

  it("doesn't change password_changed_at with other fields", async () => {
    expect(await patched({ first_name: "Augusta", status: "banned", email: "x@example.test" })).to.include({
      password_changed_at: user.password_changed_at,
    });
  });

  it("can't set password_changed_at without the password", async () => {
    expect(await patched({ password: "$2b$04$x", password_changed_at: 1 })).to.include({
      password_changed_at: now(),
    });
  });

  it("updates the search key when some of its fields change", async () => {
    const after = await patched({ last_name: "KING" });
    expect(after.search_key).to.equal(`\nada\nking\n${user.email}\n${user.id}`);
  });

  it("releases its unique key when it is deleted", async () => {
    expect((await patched({ deleted_at: now() })).email_key).to.equal(null);
  });

  it("rejects changes without an instance, which the rules need", async () => {
    const error: unknown = await User.query(world.services.knex)
      .patch({ first_name: "Augusta" })
      .where({ id: user.id })
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).to.be.instanceOf(Error);
    expect((await reread()).first_name).to.equal("Ada");
  });
});

describe("searchKey", () => {
  it("combines names, address and id in one form", () => {
    const key = searchKey({
      id: "X-1",
      first_name: "E\u0301va",
      last_name: "ÅBERG",
      email: "é@example.test",
    });
    expect(key).to.equal("\néva\nåberg\né@example.test\nx-1");
  });

  it("is equal for equivalent texts", () => {
    for (const [left, right] of [
      ["ÉVA", "e\u0301va"],
      ["ΣΟΦΟΣ", "σοφος"],
      ["J\u030c", "\u01f0"],
      ["İ", "i\u0307"],
    ] as const)
      expect(searchText(left)).to.equal(searchText(right));
  });
});

/** First address, second address, and whether they are the same account. */
const PAIRS: [string, string, string, boolean][] = [
  ["case", "Ada@Example.test", "ada@EXAMPLE.TEST", true],
  ["addresses with and without a trailing space", "ada@example.test", "ada@example.test ", true],
  ["addresses with and without a leading space", "ada@example.test", "  ada@example.test", true],
  ["NFC and NFD", "\u00e9va@example.test", "e\u0301va@example.test", true],
  ["upper and lower case of an NFD letter", "\u00c9va@example.test", "e\u0301va@example.test", true],
  ["Kelvin and k", "\u212aim@example.test", "kim@example.test", true],
  ["Ångström and å", "\u212b@example.test", "\u00e5@example.test", true],
  ["e and é", "eva@example.test", "\u00e9va@example.test", false],
  ["ß and ss", "gro\u00df@example.test", "gross@example.test", false],
  ["fullwidth", "\uff41da@example.test", "ada@example.test", false],
  ["addresses with and without a ligature", "o\ufb03ce@example.test", "office@example.test", false],
  ["ZWSP", "a\u200bda@example.test", "ada@example.test", false],
  ["addresses with and without a soft hyphen", "a\u00adda@example.test", "ada@example.test", false],
  ["😀 and 😁", "😀@example.test", "😁@example.test", false],
  ["addresses with and without an emoji", "ada😀@example.test", "ada@example.test", false],
  ["Cyrillic а", "\u0430da@example.test", "ada@example.test", false],
  ["ı and i", "\u0131da@example.test", "ida@example.test", false],
  ["İ and i", "\u0130da@example.test", "ida@example.test", false],
  ["ł and l", "\u0142@example.test", "l@example.test", false],
  ["ς and σ", "ο\u03c2@example.test", "ο\u03c3@example.test", false],
  ["NUL", "ada\0@example.test", "ada@example.test", false],
  ["addresses with and without an inner space", "a da@example.test", "ada@example.test", false],
];

describe("H24: Pairs of addresses", () => {
  const world = useWorld();

  for (const [name, first, second, same] of PAIRS)
    it(`H24: ${name} are ${same ? "one account" : "two accounts"}`, async () => {
      expect(normalizeEmail(first) === normalizeEmail(second)).to.equal(same);
      const { knex, authority } = world.services;
      const { id: roleId } = roleByName(await authority.current(), "user");
      const create = (email: string) =>
        knex.transaction((trx) =>
          createAccount(trx, { first_name: "A", last_name: "B", email, password: "$2b$04$x", roleId }),
        );
      const { id } = await create(first);
      const twin = await create(second).then(
        (user) => user.id,
        (error: Error) => error.name,
      );
      if (same) {
        expect(twin).to.equal("EmailTaken");
        expect((await findAccountByEmail(knex, second))?.id).to.equal(id);
      } else {
        expect(twin).to.match(/^[0-9a-f-]{36}$/);
        expect((await findAccountByEmail(knex, first))?.id).to.equal(id);
        expect((await findAccountByEmail(knex, second))?.id).to.equal(twin);
      }
    });

  it("H24: don't change when normalised again", () => {
    for (const email of PAIRS.flatMap(([, first, second]) => [first, second]))
      expect(normalizeEmail(normalizeEmail(email))).to.equal(normalizeEmail(email));
  });
});
