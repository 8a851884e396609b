import { expect } from "chai";
import type { Knex } from "knex";
import { StatusPolicy } from "../../src/domain/account-status.js";
import { RevokeUserAccessAction } from "../../src/domain/revoke-user-access.js";
import type { User } from "../../src/models/user.js";
import { giveEveryCredential, liveCredentials, ofEach } from "../support/credentials.js";
import { useWorld } from "../support/world.js";

describe("RevokeUserAccessAction", () => {
  const world = useWorld();
  let user: User;
  beforeEach(async () => {
    user = await world.make.user();
    await giveEveryCredential(world.services.knex, user);
  });

  const execute = () => {
    const { knex, log } = world.services;
    return knex.transaction((trx) => new RevokeUserAccessAction(log).execute(trx, user.id));
  };
  const live = () => liveCredentials(world.services.knex, user);

  it("ends one of each kind, and says so", async () => {
    expect(await execute()).to.deep.equal(ofEach(1));
    expect(await live()).to.deep.equal(ofEach(0));
  });

  it("finds nothing the second time, and leaves the first time of revocation", async () => {
    world.travel(0);
    await execute();
    const read = () => world.services.knex("personal_access_tokens").where({ user_id: user.id }).first();
    const before: unknown = await read();
    world.travel(60_000);
    expect(await execute()).to.deep.equal(ofEach(0));
    expect(await read()).to.deep.equal(before);
  });

  it("keeps revoked tokens and codes as evidence", async () => {
    await execute();
    for (const table of ["personal_access_tokens", "oauth_refresh_tokens", "oauth_device_codes"])
      expect(await world.services.knex(table).where({ user_id: user.id }), table).to.have.length(1);
  });

  it("touches nobody else, nor rows of nobody", async () => {
    const other = await world.make.user();
    await giveEveryCredential(world.services.knex, other);
    await world.services.knex("oauth_device_codes").where({ user_id: other.id }).update({ user_id: null });
    await execute();
    expect(await liveCredentials(world.services.knex, other)).to.deep.equal({
      ...ofEach(1),
      oauth_device_codes: 0,
    });
    expect(
      await world.services.knex("oauth_device_codes").whereNull("user_id").whereNull("revoked_at"),
    ).to.have.length(1);
  });

  it("goes the way of its caller's transaction", async () => {
    const { knex, log } = world.services;
    const failed = await knex
      .transaction(async (trx) => {
        await new RevokeUserAccessAction(log).execute(trx, user.id);
        throw new Error("changed my mind");
      })
      .catch((error: Error) => error.message);
    expect(failed).to.equal("changed my mind");
    expect(await live()).to.deep.equal(ofEach(1));
  });

  it("logs a failure, takes back its own part, and leaves the caller's transaction usable", async () => {
    const { knex, log } = world.services;
    await knex.schema.renameTable("sessions", "mislaid");
    try {
      const result = await knex.transaction(async (trx) => {
        const revoked = await new RevokeUserAccessAction(log).execute(trx, user.id);
        await trx("users").where({ id: user.id }).update({ status: "banned" });
        return revoked;
      });
      expect(result).to.equal(null);
    } finally {
      await knex.schema.renameTable("mislaid", "sessions");
    }
    expect(await knex("users").where({ id: user.id }).first("status")).to.deep.equal({ status: "banned" });
    expect(await live()).to.deep.equal(ofEach(1));
    expect(world.logs).to.have.length(1);
    expect(world.logs[0]).to.include({ level: 50, user_id: user.id });
  });

  it("passes on that the database gave the whole transaction up, so that it runs again", async () => {
    const lost = Object.assign(new Error("Deadlock found"), { code: "ER_LOCK_DEADLOCK" });
    const trx = { transaction: () => Promise.reject(lost) } as unknown as Knex.Transaction;
    const error: unknown = await new RevokeUserAccessAction(world.services.log)
      .execute(trx, user.id)
      .catch((thrown: unknown) => thrown);
    expect(error).to.equal(lost);
    expect(world.logs).to.deep.equal([]);
  });
});

describe("a transition into a denied status", () => {
  const shipped = new StatusPolicy({});

  for (const [before, after] of [
    ["active", "banned"],
    ["active", " Banned "],
    ["ACTIVE", "INACTIVE"],
    [null, "banned"],
    ["unknown", "inactive"],
    [true, "banned"],
  ] as const)
    it(`is ${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      expect(shipped.isCutOff(before, after)).to.equal(true);
    });

  for (const [before, after] of [
    ["banned", "banned"],
    ["banned", " BANNED"],
    ["banned", "inactive"],
    ["inactive", "active"],
    ["active", "active"],
    ["active", "unknown"],
    ["active", null],
    ["active", false],
    ["active", {}],
    ["active", ["banned"]],
  ] as const)
    it(`is not ${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      expect(shipped.isCutOff(before, after)).to.equal(false);
    });

  it("compares numbers by their decimal text", () => {
    const numbers = new StatusPolicy({ active_status_denied: ["0"] });
    expect(numbers.isCutOff(1, 0)).to.equal(true);
    expect(numbers.isCutOff(0, "0")).to.equal(false);
  });

  it("is none when nothing is denied, or the kill switch is off", () => {
    expect(new StatusPolicy({ active_status_denied: [] }).isCutOff("active", "banned")).to.equal(false);
    expect(new StatusPolicy({ enforce_active_status: false }).isCutOff("active", "banned")).to.equal(false);
  });
});
