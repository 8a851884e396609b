import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import objection from "objection";
import {
  CONFLICTS,
  driverErrorOf,
  isConflict,
  isDatabaseUnavailable,
  isUniqueViolation,
  OUTAGE_NUMBERS,
  OUTAGES,
} from "../../src/database/errors.js";
import { knexConfig } from "../../src/database/knex-config.js";
import { inTransaction } from "../../src/database/transaction.js";
import { Role } from "../../src/models/role.js";
import { User } from "../../src/models/user.js";
import { onMariaDb } from "../support/app/config.js";
import { scratchDatabase } from "../support/database/database.js";
import { freePort } from "../support/database/mariadb.js";
import { useWorld } from "../support/app/world.js";

// the driver doesn't publish its list of errors
const require = createRequire(import.meta.url);
const mysqlErrors: unknown = require(join(dirname(require.resolve("mysql2")), "lib/constants/errors.js"));

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );

/** Resolves when that many statements have timed out waiting for a lock. */
const lockWaits = (database: Knex, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count;
    database.on("query-error", ({ code }: { code?: string }) => {
      if (code === "ER_LOCK_WAIT_TIMEOUT" && --left === 0) resolve();
    });
  });

describe("Database errors", () => {
  const world = useWorld();

  it("are recognised as violations of a unique index: through knex, through the model, on a primary key, in a transaction", async () => {
    const database = world.services.knex;
    const row = { key: "k", hits: 1, expires_at: 1 };
    await database("rate_limits").insert(row);
    const user = await world.make.user();
    const clashes = [
      database("rate_limits").insert(row),
      Role.query(database).insert({ name: "admin", label: "Again", sort_order: 5 }),
      User.query(database).insert({ first_name: "A", last_name: "B", email: user.email, password: "x" }),
      database.transaction((trx) => trx("rate_limits").insert(row)),
    ];
    for (const clash of clashes) expect(isUniqueViolation(await errorOf(clash))).to.equal(true);
  });

  it("of other constraints aren't violations of a unique index", async () => {
    const database = world.services.knex;
    const others = [
      database("rate_limits").insert({ key: "n", hits: null, expires_at: 1 }),
      database("role_user").insert({ user_id: "nobody", role_id: "none" }),
      database("nowhere").select(),
      database.raw("selekt"),
    ];
    for (const other of others) {
      const error = await errorOf(other);
      expect(error).to.be.instanceOf(Error);
      expect(isUniqueViolation(error), String(error)).to.equal(false);
      expect(isDatabaseUnavailable(error), String(error)).to.equal(false);
    }
    for (const none of [null, undefined, "text", 7]) expect(isUniqueViolation(none ?? {})).to.equal(false);
  });

  it('mean "unavailable" when no server runs', async () => {
    const gone = knex(knexConfig(`mysql://u:p@127.0.0.1:${await freePort()}/x`));
    expect(isDatabaseUnavailable(await errorOf(gone.raw("select 1")))).to.equal(true);
    await gone.destroy();
  });

  it('mean "unavailable" when the pool is closed', async () => {
    const closed = knex(knexConfig("sqlite::memory:"));
    await closed.destroy();
    expect(isDatabaseUnavailable(await errorOf(closed.raw("select 1")))).to.equal(true);
  });

  it('caused by wrong statements don\'t mean "unavailable"', () => {
    for (const error of [
      new Error("no such column"),
      new TypeError("aborted"),
      { code: "ER_PARSE_ERROR" },
      { code: "SQLITE_CONSTRAINT" },
      "text",
    ]) {
      expect(isDatabaseUnavailable(error)).to.equal(false);
      expect(isConflict(error)).to.equal(false);
    }
  });
});

const { DBError, Model } = objection;

class Probe extends Model {
  static override tableName = "probes";
  declare errno: number;
}

/** objection's types omit the parameter. */
const WrappedError = DBError as unknown as new (options: { nativeError: Error; client: string }) => Error;

/** The error of a driver, directly and wrapped by objection. */
const asThrown = (code: string): unknown[] => {
  const native = Object.assign(new Error(code), { code });
  return [native, new WrappedError({ nativeError: native, client: "mysql" })];
};

describe("Every error that leads to 503", () => {
  it("is recognised by its code, directly and wrapped by objection", () => {
    for (const code of [...CONFLICTS, ...OUTAGES])
      for (const error of asThrown(code)) expect(isDatabaseUnavailable(error), code).to.equal(true);
    for (const code of CONFLICTS)
      for (const error of asThrown(code)) expect(isConflict(error), code).to.equal(true);
    for (const code of OUTAGES)
      for (const error of asThrown(code)) expect(isConflict(error), code).to.equal(false);
  });

  it("is recognised with SQLite's extended codes", () => {
    for (const code of ["SQLITE_BUSY_SNAPSHOT", "SQLITE_IOERR_WRITE", "SQLITE_READONLY_DBMOVED"])
      for (const error of asThrown(code)) expect(isDatabaseUnavailable(error), code).to.equal(true);
    expect(isConflict(Object.assign(new Error(), { code: "SQLITE_BUSY_SNAPSHOT" }))).to.equal(true);
  });
});

if (onMariaDb())
  describe("Errors of a MariaDB server", () => {
    let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
    before(async () => {
      scratch = await scratchDatabase();
      await scratch.knex.raw("create table probes (errno int primary key)");
      await scratch.knex.raw(`create trigger raise before insert on probes for each row begin
        declare number int default new.errno;
        signal sqlstate '45000' set mysql_errno = number, message_text = 'as asked';
      end`);
    });
    after(() => scratch.drop());

    const numbers = [...CONFLICTS, ...OUTAGES]
      .filter((code) => code.startsWith("ER_"))
      .map((code) => [code, (mysqlErrors as Record<string, number | string>)[code]] as [string, number]);

    it("each have an error number", () => {
      for (const [code, errno] of numbers) expect(errno, code).to.be.a("number");
    });

    it("are the same through knex, through objection and in a transaction", async function () {
      this.timeout(60_000);
      const { knex: database } = scratch;
      const all: [string, number][] = [
        ...numbers,
        ...OUTAGE_NUMBERS.map((errno): [string, number] => ["", errno]),
      ];
      for (const [code, errno] of all) {
        const thrown = await Promise.all([
          errorOf(database("probes").insert({ errno })),
          errorOf(Probe.query(database).insert({ errno })),
          errorOf(database.transaction(async (trx) => void (await Probe.query(trx).insert({ errno })))),
        ]);
        for (const error of thrown) {
          expect(driverErrorOf(error).errno, code).to.equal(errno);
          expect(isDatabaseUnavailable(error), code).to.equal(true);
          expect(isConflict(error), code).to.equal(CONFLICTS.includes(code));
        }
      }
    });

    it("for a lock wait: a statement and a transaction both succeed once the lock is released", async () => {
      const { knex: database } = scratch;
      await database.raw("create table held (id int primary key, hits int)");
      await database("held").insert({ id: 1, hits: 0 });
      const holder = await database.transaction();
      await holder("held").where({ id: 1 }).forUpdate().select();
      const waited = lockWaits(database, 2);
      const writes = Promise.all([
        database("held").where({ id: 1 }).increment("hits", 1),
        inTransaction(database, (trx) => trx("held").where({ id: 1 }).increment("hits", 1)),
      ]);
      await waited; // the transaction has used two attempts, the statement one
      await holder.commit();
      await writes;
      expect(await database("held").first("hits")).to.deep.include({ hits: 2 });
    });

    it("for a lock wait lead to 503 before the request times out", async function () {
      this.timeout(20_000);
      const { knex: database } = scratch;
      await database.raw("create table kept (id int primary key)");
      await database("kept").insert({ id: 1 });
      const holder = await database.transaction();
      await holder("kept").where({ id: 1 }).forUpdate().select();
      const errors = await Promise.all([
        errorOf(database("kept").where({ id: 1 }).update({ id: 2 })),
        errorOf(inTransaction(database, (trx) => trx("kept").where({ id: 1 }).forUpdate().select())),
      ]);
      await holder.rollback();
      for (const error of errors) {
        expect(error).to.include({ code: "ER_LOCK_WAIT_TIMEOUT" });
        expect(isDatabaseUnavailable(error)).to.equal(true);
      }
    });

    it('for a read-only server mean "unavailable"', async () => {
      const { knex: database } = scratch;
      await database.raw("create table written (id int primary key)");
      const error = await errorOf(
        database.transaction((trx) => trx("written").insert({ id: 1 }), { readOnly: true }),
      );
      expect(error).to.include({ code: "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION" });
      expect(isDatabaseUnavailable(error)).to.equal(true);
    });
  });
