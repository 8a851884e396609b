import { expect } from "chai";
import type { Knex } from "knex";
import { FORMER_MIGRATIONS } from "../../src/database/former-migrations.js";
import { pendingMigrations, runMigrations } from "../../src/database/migrate.js";
import { scratchDatabase } from "../support/database/database.js";
import { schemaOf } from "../support/database/schema.js";

const PASSWORD_CHANGED_AT = "2026_11_15_000100_users_password_changed_at";
const AT = Date.UTC(2026, 0, 1);
const ADA = {
  id: "019a8f3c-6a1e-7c3b-9d52-000000000001",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.test",
  password: "x",
  password_changed_at: AT,
  search_key: "ada",
  created_at: AT,
  updated_at: AT,
};

/** What the version before 0.1.0 had and the baseline doesn't: its index of the lists. */
const FORMER_INDEX = [
  "create table list_segments (id integer)",
  "create table list_postings (segment integer)",
  "alter table users add column list_slot bigint",
  "alter table users add column list_version int",
  "alter table users add column list_status varchar(32)",
  "alter table users add column list_two_factor smallint",
  "alter table users add column list_state bigint generated always as (case when deleted_at is not null then list_slot end) virtual",
  "alter table personal_access_tokens add column list_slot bigint",
  "alter table personal_access_tokens add column list_state bigint generated always as (case when revoked_at is not null then list_slot end) virtual",
  "create index users_list_state on users (list_state, list_slot)",
  "create index personal_access_tokens_list_state on personal_access_tokens (list_state, list_slot)",
];

describe("A database of the version before 0.1.0", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  let knex: Knex;
  let migrations: string[];
  /** Those that such a database has never seen. */
  let later: string[];
  let schema: string;
  beforeEach(async () => {
    database = await scratchDatabase();
    knex = database.knex;
    migrations = await runMigrations(knex);
    schema = await schemaOf(knex);
    later = migrations.filter((name) => name > PASSWORD_CHANGED_AT);
    for (const name of [...later].reverse()) await knex.migrate.down({ name });
    for (const statement of FORMER_INDEX) await knex.raw(statement);
    await record([...FORMER_MIGRATIONS, PASSWORD_CHANGED_AT].sort());
    await knex("users").insert(ADA);
  });
  afterEach(() => database.drop());

  /** Replaces what the database has recorded as done. */
  async function record(names: string[]): Promise<void> {
    await knex("migrations").del();
    for (const name of names)
      await knex("migrations").insert({ name, batch: 1, migration_time: new Date(AT) });
  }
  const recorded = async (): Promise<string[]> =>
    (await knex("migrations").orderBy("id").pluck("name")) as string[];

  it("is carried over: it has the baseline's schema and names, and its rows", async () => {
    expect(await runMigrations(knex)).to.deep.equal(later);
    expect(await recorded()).to.deep.equal(migrations);
    expect(await pendingMigrations(knex)).to.deep.equal([]);
    expect(await schemaOf(knex)).to.equal(schema);
    expect(await knex("users").first()).to.include(ADA);
  });

  it("is carried over once, also when the first run was killed before it recorded that", async () => {
    await runMigrations(knex);
    await record([...[...FORMER_MIGRATIONS, PASSWORD_CHANGED_AT].sort(), ...later]);
    expect(await runMigrations(knex)).to.deep.equal([]);
    expect(await runMigrations(knex)).to.deep.equal([]);
    expect(await recorded()).to.deep.equal(migrations);
  });

  it("can be rolled back to nothing afterwards, and migrated again", async () => {
    await runMigrations(knex);
    await knex.migrate.rollback(undefined, true);
    expect(await recorded()).to.deep.equal([]);
    expect(await runMigrations(knex)).to.deep.equal(migrations);
    expect(await schemaOf(knex)).to.equal(schema);
  });

  it("that lacks some of its migrations stays as it is, with what to do first", async () => {
    const [, second, ...others] = [...FORMER_MIGRATIONS, PASSWORD_CHANGED_AT].sort();
    await record([FORMER_MIGRATIONS[0]!, ...others.slice(0, -1)]);
    const before = await recorded();
    const error = await runMigrations(knex).then(
      () => null,
      (reason: Error) => reason.message,
    );
    expect(error).to.equal(
      `The database lacks 2 migrations of the version before 0.1.0, the first is ${second}. ` +
        "Run migrate of that version first, then this one.",
    );
    expect(await recorded()).to.deep.equal(before);
    expect(await knex.schema.hasTable("list_segments")).to.equal(true);
  });
});
