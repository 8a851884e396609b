import { expect } from "chai";
import knex from "knex";
import { isDatabaseUnavailable, isUniqueViolation } from "../../src/database/errors.js";
import { knexConfig } from "../../src/database/knex-config.js";
import { Role } from "../../src/models/role.js";
import { User } from "../../src/models/user.js";
import { freePort } from "../support/mariadb.js";
import { useWorld } from "../support/world.js";

describe("errors of the database", () => {
  const world = useWorld();
  const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(work).then(
      () => null,
      (error: unknown) => error,
    );

  it("a unique index refuses: through knex, through the model, on a primary key, in a transaction", async () => {
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

  it("other refusals are no unique violation", async () => {
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

  it("a server that nobody runs is unavailable", async () => {
    const gone = knex(knexConfig(`mysql://u:p@127.0.0.1:${await freePort()}/x`));
    expect(isDatabaseUnavailable(await errorOf(gone.raw("select 1")))).to.equal(true);
    await gone.destroy();
  });

  it("a closed pool is unavailable", async () => {
    const closed = knex(knexConfig("sqlite::memory:"));
    await closed.destroy();
    expect(isDatabaseUnavailable(await errorOf(closed.raw("select 1")))).to.equal(true);
  });

  it("what drivers say when a server goes away is unavailable, and what programs get wrong is not", () => {
    for (const code of [
      "ECONNRESET",
      "PROTOCOL_CONNECTION_LOST",
      "ER_SERVER_SHUTDOWN",
      "ER_CON_COUNT_ERROR",
      "SQLITE_BUSY",
      "SQLITE_FULL",
      "SQLITE_IOERR",
    ])
      expect(isDatabaseUnavailable(Object.assign(new Error(), { code })), code).to.equal(true);
    for (const error of [
      new Error("no such column"),
      new TypeError("aborted"),
      { code: "ER_PARSE_ERROR" },
      "text",
    ])
      expect(isDatabaseUnavailable(error)).to.equal(false);
  });
});
