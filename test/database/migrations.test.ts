import { expect } from "chai";
import type { Knex } from "knex";
import { DAY, setClock } from "../../src/lib/clock.js";
import { isUniqueViolation } from "../../src/database/errors.js";
import { runMigrations } from "../../src/database/migrate.js";
import { onMariaDb } from "../support/app/config.js";
import { scratchDatabase, tableNames } from "../support/database/database.js";
import { schemaOf } from "../support/database/schema.js";

const AT = Date.UTC(2026, 0, 1);
const STAMP = "2026_11_15_000100_users_password_changed_at";
const user = (id: number, columns: object = {}): object => ({
  id: `019a8f3c-6a1e-7c3b-9d52-${String(id).padStart(12, "0")}`,
  first_name: "Ada",
  last_name: "Lovelace",
  email: `user${id}@example.test`,
  password: "x",
  search_key: "ada",
  created_at: AT,
  updated_at: AT,
  ...columns,
});

describe("Migrations", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.drop());

  const tables = async (): Promise<string[]> =>
    (await tableNames(database.knex)).filter((name) => !name.startsWith("migrations")).sort();
  const completed = async (): Promise<string[]> =>
    ((await database.knex("migrations").select("name")) as { name: string }[]).map(({ name }) => name);

  it("run up, all the way down, and up again with the same tables", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    const all = await tables();
    expect(all).to.include.members([
      "users",
      "roles",
      "personal_access_tokens",
      "sessions",
      "rate_limits",
      "mails",
    ]);
    await knex.migrate.rollback(undefined, true);
    expect(await tables()).to.deep.equal([]);
    await knex.migrate.latest();
    expect(await tables()).to.deep.equal(all);
  });

  if (!onMariaDb())
    it("change only what the release before them doesn't notice, because it still serves", async () => {
      const { knex } = database;
      type Columns = Record<string, { nullable: boolean; defaultValue: unknown }>;
      const columnsOfTables = async () =>
        new Map<string, Columns>(
          await Promise.all(
            (await tables()).map(async (name) => [name, await knex(name).columnInfo()] as const),
          ),
        );
      let before = await columnsOfTables();
      for (let [, names] = (await knex.migrate.up()) as [number, string[]]; names.length > 0;) {
        const after = await columnsOfTables();
        for (const [table, columns] of before) {
          expect(Object.keys(after.get(table) ?? {}), `${names[0]}: ${table}`).to.include.members(
            Object.keys(columns),
          );
          const required = Object.entries(after.get(table)!).filter(
            ([name, { nullable, defaultValue }]) => !(name in columns) && !nullable && defaultValue === null,
          );
          expect(required, `${names[0]}: ${table}`).to.deep.equal([]);
        }
        before = after;
        [, names] = (await knex.migrate.up()) as [number, string[]];
      }
      expect(before.size).to.be.greaterThan(30);
    });

  it("run down and up one at a time, each reverting its own changes", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    const count = (await completed()).length;
    for (let step = 0; step < count; step++) await knex.migrate.down();
    expect(await tables()).to.deep.equal([]);
    for (let step = 0; step < count; step++) await knex.migrate.up();
    expect(await completed()).to.have.length(count);
  });

  it("are recorded without a file extension, so that source and build agree on what has run", async () => {
    await database.knex.migrate.latest();
    for (const name of await completed()) expect(name).to.match(/^\d{4}_\d{2}_\d{2}_\d{6}_\w+$/);
  });

  it("do nothing when run again", async () => {
    await database.knex.migrate.latest();
    const [, done] = (await database.knex.migrate.latest()) as [number, string[]];
    expect(done).to.deep.equal([]);
  });

  it("can each run twice in a row, as after a kill before they are recorded", async () => {
    const { knex } = database;
    const { migrationSource } = (knex.client as { config: { migrations: Knex.MigratorConfig } }).config
      .migrations;
    const source = migrationSource as Knex.MigrationSource<string>;
    for (const name of await source.getMigrations([])) {
      const { up } = await source.getMigration(name);
      await up(knex);
      await Promise.resolve(up(knex)).catch((error: Error) => expect.fail(`${name}: ${error.message}`));
    }
    const once = await scratchDatabase();
    await runMigrations(once.knex);
    await once.knex.schema.dropTable("migrations").dropTable("migrations_lock");
    expect(await schemaOf(knex)).to.equal(await schemaOf(once.knex));
    await once.drop();
  });

  it("M10: start password expiry of existing accounts at the time of the migration", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    while ((await completed()).includes(STAMP)) await knex.migrate.down();
    await knex("users").insert([user(1), user(2, { deleted_at: AT })]);
    setClock(() => AT + 400 * DAY);
    await knex.migrate.up();
    const rows = (await knex("users").select("password_changed_at", "updated_at", "version")) as object[];
    expect(rows).to.have.length(2);
    for (const row of rows)
      expect(row).to.deep.equal({ password_changed_at: AT + 400 * DAY, updated_at: AT, version: 1 });
  });

  it("keep addresses unique among accounts that aren't deleted", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    const insert = (id: number, columns: object = {}) =>
      knex("users").insert(user(id, { email: "ada@example.test", ...columns }));
    await insert(1);
    const rejected = await insert(2).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isUniqueViolation(rejected)).to.equal(true);
    await knex("users").update({ deleted_at: AT });
    await insert(3);
    await insert(4, { deleted_at: AT });
    const keys = (await knex("users").orderBy("id").select("email_key")) as { email_key: string | null }[];
    expect(keys.map(({ email_key }) => email_key)).to.deep.equal([null, "ada@example.test", null]);
  });

  it("H24: make the database compare addresses byte for byte", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    const alike = [
      "ada@x.test",
      "ADA@x.test",
      "ada@x.test ",
      "\u00e4da@x.test",
      "a\u0308da@x.test",
      "stra\u00dfe@x.test",
      "strasse@x.test",
      "\uff41da@x.test",
      "a\u200bda@x.test",
      "\u{1F600}@x.test",
      "\u{1F601}@x.test",
    ];
    for (const [index, email] of alike.entries()) await knex("users").insert(user(index, { email }));
    for (const [index, email] of alike.entries()) {
      const found = (await knex("users").where({ email_key: email }).select("id")) as { id: string }[];
      expect(found.map(({ id }) => Number(id.slice(-12)))).to.deep.equal([index]);
    }
  });

  it("delete an account's data together with its row", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    await knex("users").insert(user(1));
    const { id } = (await knex("users").first("id")) as { id: string };
    await knex("personal_access_tokens").insert({
      id,
      user_id: id,
      name: "t",
      token_hash: Buffer.alloc(32, 7),
      scopes: "[]",
      expires_at: AT,
      created_at: AT,
    });
    await knex("users").del();
    expect(await knex("personal_access_tokens")).to.deep.equal([]);
  });

  it("create columns for 32-byte hashes and times beyond 2038", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    const time = Date.UTC(2139, 5, 1, 12, 0, 0, 123);
    await knex("users").insert(user(1, { created_at: time }));
    const { id, created_at } = (await knex("users").first()) as { id: string; created_at: number };
    expect(created_at).to.equal(time);
    const hash = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8));
    await knex("two_factor_challenges").insert({
      challenge_hash: hash,
      user_id: id,
      expires_at: time,
      created_at: time,
    });
    const row = (await knex("two_factor_challenges").where({ challenge_hash: hash }).first()) as {
      challenge_hash: Buffer;
      expires_at: number;
    };
    expect(Buffer.isBuffer(row.challenge_hash) && row.challenge_hash.equals(hash)).to.equal(true);
    expect(row.expires_at).to.equal(time);
  });

  if (!onMariaDb())
    it("create no views or triggers, so that a statement's text names every table that it reads or writes", async () => {
      await runMigrations(database.knex);
      const hidden = await database.knex("sqlite_master").whereIn("type", ["view", "trigger"]).pluck("name");
      expect(hidden).to.deep.equal([]);
    });

  if (onMariaDb())
    it("use binary collations, InnoDB, fixed-length hashes and an index for every lookup by time and owner", async () => {
      const { knex } = database;
      await knex.migrate.latest();
      const select = async (sql: string): Promise<Record<string, string>[]> =>
        ((await knex.raw(sql)) as [Record<string, string>[]])[0];
      const engines = await select(
        // MySQL names columns without an alias in capital letters
        `select table_name as name, engine as engine, table_collation as collation from information_schema.tables
         where table_schema = database() and table_name not like 'migrations%'`,
      );
      for (const row of engines) {
        expect(row, row["name"]).to.include({ engine: "InnoDB" });
        expect(row["collation"], row["name"]).to.match(/^utf8mb4_(nopad_|0900_)?bin$/);
      }
      const columns = await select(
        `select concat(table_name, '.', column_name) as name, collation_name as collation, column_type as type
         from information_schema.columns where table_schema = database() and table_name not like 'migrations%'`,
      );
      for (const { name, collation, type } of columns) {
        if (collation !== null) expect(collation, name).to.match(/^(utf8mb4_(nopad_|0900_)?|ascii_)bin$/);
        if (/(_hash|^sessions\.id)$/.test(name!)) expect(type, name).to.equal("binary(32)");
        if (/_at$/.test(name!)) expect(type, name).to.match(/^bigint/);
      }
      const indices = await select(
        `select concat(table_name, '(', group_concat(column_name order by seq_in_index), ')') as name
         from information_schema.statistics where table_schema = database() group by table_name, index_name`,
      );
      expect(indices.map(({ name }) => name)).to.include.members([
        "users(email_key)",
        "users(deleted_at,created_at,id)",
        "users(deleted_at,status,created_at,id)",
        "users(deleted_at,first_name,last_name,id)",
        "users(deleted_at,email,id)",
        "personal_access_tokens(token_hash)",
        "personal_access_tokens(user_id,created_at)",
        "personal_access_tokens(expires_at)",
        "oauth_access_tokens(token_hash)",
        "sessions(user_id,last_activity)",
        "role_user(role_id,user_id)",
        "activity_log(actor_id,created_at)",
        "rate_limits(expires_at)",
        "mails(status,available_at)",
      ]);
    });
});
