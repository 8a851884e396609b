import { expect } from "chai";
import { StatusPolicy } from "../../../src/domain/accounts/account-status.js";
import { RevokeUserAccessAction, revokePending } from "../../../src/domain/credentials/revoke-user-access.js";
import { now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { OPERATOR } from "../../support/app/factories.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { useWorld } from "../../support/app/world.js";

describe("RevokeUserAccessAction", () => {
  const world = useWorld();
  let user: User;
  beforeEach(async () => {
    user = await world.make.user();
    await issueEveryCredential(world.services.knex, user);
  });

  const deny = (id = user.id) =>
    world.services.knex("users").where({ id }).update({ status: "banned", revocation_pending_at: now() });
  const execute = () =>
    new RevokeUserAccessAction(world.services).execute(user.id, { actorId: null, origin: OPERATOR });
  const live = () => countActiveCredentials(world.services.knex, user);
  const pending = async () =>
    (await world.services.knex("users").where({ id: user.id }).first("revocation_pending_at")) as {
      revocation_pending_at: number | null;
    };

  it("revokes one credential of each kind, reports it, and leaves nothing pending", async () => {
    await deny();
    expect(await execute()).to.deep.equal(ofEach(1));
    expect(await live()).to.deep.equal(ofEach(0));
    expect(await pending()).to.deep.equal({ revocation_pending_at: null });
  });

  it("does nothing to an account whose status isn't denied", async () => {
    expect(await execute()).to.equal(null);
    expect(await live()).to.deep.equal(ofEach(1));
  });

  it("finds nothing the second time, and keeps the first time of revocation", async () => {
    world.freezeTime();
    await deny();
    await execute();
    const read = () => world.services.knex("personal_access_tokens").where({ user_id: user.id }).first();
    const before: unknown = await read();
    world.advance(60_000);
    await deny();
    expect(await execute()).to.deep.equal(ofEach(0));
    expect(await read()).to.deep.equal(before);
  });

  it("keeps revoked tokens and codes as evidence", async () => {
    await deny();
    await execute();
    for (const table of ["personal_access_tokens", "oauth_refresh_tokens", "oauth_device_codes"])
      expect(await world.services.knex(table).where({ user_id: user.id }), table).to.have.length(1);
  });

  it("doesn't affect other accounts or rows without an account", async () => {
    const other = await world.make.user();
    await issueEveryCredential(world.services.knex, other);
    await world.services.knex("oauth_device_codes").where({ user_id: other.id }).update({ user_id: null });
    await deny();
    await execute();
    expect(await countActiveCredentials(world.services.knex, other)).to.deep.equal({
      ...ofEach(1),
      oauth_device_codes: 0,
    });
    expect(
      await world.services.knex("oauth_device_codes").whereNull("user_id").whereNull("revoked_at"),
    ).to.have.length(1);
  });

  it("runs once when two processes complete the same account", async () => {
    await deny();
    const results = await Promise.all([execute(), execute()]);
    expect(results.filter((result) => result !== null)).to.deep.equal([ofEach(1)]);
    const recorded = await world.services.knex("activity_log").where({ event: "account_cut_off" });
    expect(recorded).to.have.length(1);
  });

  it("logs a failure and never throws; the rest is completed later, for each account separately", async () => {
    const { knex } = world.services;
    const other = await world.make.user();
    await issueEveryCredential(knex, other);
    await deny();
    await deny(other.id);
    await knex.schema.renameTable("sessions", "mislaid");
    try {
      expect(await execute()).to.equal(null);
      expect(await revokePending(world.services, OPERATOR)).to.equal(0);
    } finally {
      await knex.schema.renameTable("mislaid", "sessions");
    }
    expect(await live()).to.deep.equal(ofEach(1));
    expect(world.logs).to.have.length(3);
    expect(world.logs[0]).to.include({ level: "error", user_id: user.id });
    expect(await revokePending(world.services, OPERATOR)).to.equal(2);
    expect(await live()).to.deep.equal(ofEach(0));
    expect(await revokePending(world.services, OPERATOR)).to.equal(0);
  });
});

describe("A transition to a denied status", () => {
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

  it("is never one when no status is denied, or the kill switch is off", () => {
    expect(new StatusPolicy({ active_status_denied: [] }).isCutOff("active", "banned")).to.equal(false);
    expect(new StatusPolicy({ enforce_active_status: false }).isCutOff("active", "banned")).to.equal(false);
  });
});
