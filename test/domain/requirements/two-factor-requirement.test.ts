import { expect } from "chai";
import { DAY, now } from "../../../src/lib/clock.js";
import { updateRole } from "../../../src/domain/roles/role-administration.js";
import { checkTwoFactorRequirement } from "../../../src/domain/requirements/two-factor-requirement.js";
import { updateUser } from "../../../src/domain/users/user-administration.js";
import { changeSettings } from "../../../src/domain/administration/settings-changes.js";
import { removeTwoFactor } from "../../../src/domain/two-factor/removal.js";
import type { ValidationFailed } from "../../../src/lib/failures.js";
import { User } from "../../../src/models/user.js";
import { countCovered } from "../../../src/models/two-factor-requirement.js";
import { callerOf, signedInCaller } from "../../support/app/caller.js";
import { OPERATOR } from "../../support/app/factories.js";
import { queriesDuring } from "../../support/app/queries.js";
import { GRACE_DAYS, requiredSince, requireTwoFactor } from "../../support/app/second-factor.js";
import { useWorld } from "../../support/app/world.js";

describe("The requirement of a second factor", () => {
  const world = useWorld();
  const since = (user: { id: string }) => requiredSince(world, user);
  const write = (columns: object, user: { id: string }) =>
    world.services.knex("users").where({ id: user.id }).update(columns);

  /** The requirement at a request of the account. */
  async function atRequest(user: { id: string }) {
    const { actor } = await callerOf(world.services, user);
    return checkTwoFactorRequirement(world.services, actor, await world.services.settings.read());
  }

  beforeEach(() => world.freezeTime());

  it("covers nobody by default", async () => {
    const user = await world.make.user({ role: "system_admin" });
    expect(await atRequest(user)).to.equal(null);
    expect(await since(user)).to.equal(null);
  });

  it("covers the holders of a permission that the default role lacks, or everyone", async () => {
    await world.make.role("reader", 5, ["users.read"]);
    await world.make.role("like a user", 5, ["dashboard.read"]);
    const make = (role: string | null) => world.make.user({ role });
    const [user, nobody, alike] = [await make("user"), await make(null), await make("like a user")];
    const [reader, admin, root] = [await make("reader"), await make("admin"), await make("system_admin")];

    await requireTwoFactor(world, "administrators");
    for (const covered of [reader, admin, root]) {
      expect(await since(covered)).to.equal(now());
      expect(await atRequest(covered)).to.deep.equal({ dueAt: now() + GRACE_DAYS * DAY, isOverdue: false });
    }
    for (const other of [user, nobody, alike]) {
      expect(await since(other)).to.equal(null);
      expect(await atRequest(other)).to.equal(null);
    }
    expect(await countCovered(world.services.knex, "administrators")).to.deep.equal({ all: 3, lacking: 3 });

    await world.make.twoFactor(reader);
    await requireTwoFactor(world, "everyone");
    for (const covered of [user, nobody, alike]) expect(await since(covered)).to.equal(now());
    expect(await atRequest(reader)).to.equal(null);
    expect(await countCovered(world.services.knex, "everyone")).to.deep.equal({ all: 6, lacking: 5 });
  });

  it("begins on the day the rule covers the account, and another rule doesn't start it again", async () => {
    const [user, admin] = [await world.make.user(), await world.make.user({ role: "admin" })];
    await requireTwoFactor(world, "administrators");
    const first = now();
    world.advance(3 * DAY);
    await requireTwoFactor(world, "everyone");
    expect(await since(admin)).to.equal(first);
    expect(await since(user)).to.equal(now());

    await requireTwoFactor(world, "administrators");
    expect(await since(admin)).to.equal(first);
    expect(await since(user)).to.equal(null);
    await requireTwoFactor(world, "none");
    expect(await since(admin)).to.equal(null);
    world.advance(DAY);
    await requireTwoFactor(world, "everyone");
    expect(await since(admin)).to.equal(now());
  });

  it("is overdue from the end of the grace period on, and immediately without one", async () => {
    const user = await world.make.user();
    await requireTwoFactor(world, "everyone");
    world.advance(GRACE_DAYS * DAY - 1);
    expect(await atRequest(user)).to.include({ isOverdue: false });
    world.advance(1);
    expect(await atRequest(user)).to.include({ isOverdue: true });
    await requireTwoFactor(world, "everyone", 30);
    expect(await atRequest(user)).to.include({ isOverdue: false });
    await requireTwoFactor(world, "everyone", 0);
    expect(await atRequest(await world.make.user())).to.include({ isOverdue: true });
  });

  it("covers at once an account whose factor an import lost, until it has set up another one", async () => {
    const user = await world.make.user();
    await write({ two_factor_lost: true }, user);
    expect(await atRequest(user)).to.deep.equal({ dueAt: now(), isOverdue: true });
    const row = await User.query(world.services.knex).findById(user.id).throwIfNotFound();
    await row.$query(world.services.knex).patch({ passkey_count: 1 });
    expect(await atRequest(user)).to.equal(null);
    await row.$query(world.services.knex).patch({ passkey_count: 0 });
    expect(await atRequest(user)).to.equal(null);
  });

  it("covers new accounts from their first day", async () => {
    await requireTwoFactor(world, "everyone");
    world.advance(DAY);
    expect(await since(await world.make.user())).to.equal(now());
  });

  it("follows the role of an account and the permissions of a role", async () => {
    const root = await world.make.user({ role: "system_admin" });
    const user = await world.make.user();
    const plain = await world.make.role("helper", 50, ["dashboard.read"]);
    await requireTwoFactor(world, "administrators");
    world.advance(DAY);
    const call = await signedInCaller(world.services, root);

    await updateUser(call, user.id, { role: "admin" }, null);
    expect(await since(user)).to.equal(now());
    await updateUser(call, user.id, { role: "helper" }, null);
    expect(await since(user)).to.equal(null);

    await updateRole(call, plain.id, { permissions: ["dashboard.read", "users.read"] }, null);
    expect(await since(user)).to.equal(now());
    await updateRole(call, plain.id, { permissions: ["dashboard.read"] }, null);
    expect(await since(user)).to.equal(null);
  });

  it("is stored at the next request of an account that was missed, once, and only then writes", async () => {
    const user = await world.make.user();
    await requireTwoFactor(world, "everyone");
    await write({ two_factor_required_at: null }, user); // as the former version creates accounts
    world.advance(DAY);
    const found = await Promise.all([atRequest(user), atRequest(user), atRequest(user)]);
    expect(found).to.deep.equal(Array(3).fill({ dueAt: now() + GRACE_DAYS * DAY, isOverdue: false }));
    const first = await since(user);
    expect(first).to.equal(now());

    world.advance(DAY);
    const seen = await queriesDuring(world.services.knex, () => atRequest(user));
    expect(seen.filter((sql) => /^update/i.test(sql))).to.deep.equal([]);
    expect(await since(user)).to.equal(first);
  });

  it("is forgotten at the next request of an account that isn't covered any more", async () => {
    const user = await world.make.user();
    await write({ two_factor_required_at: 1 }, user); // a request that overlapped with the change of the rule
    expect(await atRequest(user)).to.equal(null);
    expect(await since(user)).to.equal(null);
  });

  it("doesn't count an outdated time when the rule is turned on", async () => {
    const user = await world.make.user();
    await write({ two_factor_required_at: 1 }, user);
    await requireTwoFactor(world, "everyone");
    expect(await since(user)).to.equal(now());
  });

  it("doesn't apply while two-factor authentication and passkeys are off, whoever wrote that", async () => {
    const user = await world.make.user();
    await requireTwoFactor(world, "everyone", 0);
    expect(await atRequest(user)).to.include({ isOverdue: true });
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect(await atRequest(user)).to.include({ isOverdue: true });
    await world.services.settings.write({ "auth.passkeys": "0" });
    expect(await atRequest(user)).to.equal(null);
  });

  it("starts no new grace period when an administrator removes the second factor", async () => {
    const root = await world.make.user({ role: "system_admin" });
    const user = await world.make.user();
    await world.make.twoFactor(user);
    await requireTwoFactor(world, "everyone");
    world.advance(GRACE_DAYS * DAY);
    expect(await atRequest(user)).to.equal(null);
    await removeTwoFactor(await signedInCaller(world.services, root), user.id);
    expect(await atRequest(user)).to.include({ isOverdue: true });
  });

  it("agrees between the query and the memory for every role", async () => {
    await world.make.role("one more", 5, ["dashboard.read", "roles.read"]);
    await requireTwoFactor(world, "administrators");
    for (const role of [null, "user", "admin", "system_admin", "one more"]) {
      const user = await world.make.user({ role });
      const { actor } = await callerOf(world.services, user);
      expect((await since(user)) !== null && role !== null, String(role)).to.equal(actor.isAdministrator);
    }
  });

  describe("changed at the same time", () => {
    it("as the role, ends as the last change says", async () => {
      const root = await world.make.user({ role: "system_admin" });
      const users = [await world.make.user(), await world.make.user(), await world.make.user()];
      const call = await signedInCaller(world.services, root);
      await Promise.all([
        requireTwoFactor(world, "administrators"),
        ...users.map((user) => updateUser(call, user.id, { role: "admin" }, null)),
      ]);
      for (const user of users) expect((await atRequest(user))?.dueAt).to.equal(now() + GRACE_DAYS * DAY);
      for (const user of users) expect(await since(user)).to.equal(now());
    });
  });

  describe("in the settings", () => {
    const change = (values: Record<string, string>) =>
      changeSettings({ services: world.services, origin: OPERATOR, actor: null }, { values });
    const fieldsOf = (values: Record<string, string>) =>
      change(values).then(
        () => [],
        (error: unknown) => Object.keys((error as ValidationFailed).fields),
      );

    it("can't be turned on while two-factor authentication and passkeys are off", async () => {
      await change({ "auth.two_factor": "0", "auth.passkeys": "0" });
      expect(await fieldsOf({ "auth.two_factor_required": "everyone" })).to.deep.equal([
        "auth.two_factor_required",
      ]);
      expect(await fieldsOf({ "auth.passkeys": "1", "auth.two_factor_required": "everyone" })).to.be.empty;
    });

    it("keeps one kind of factors on, and data when both are turned off", async () => {
      const user = await world.make.user();
      await world.make.twoFactor(user);
      await requireTwoFactor(world, "everyone");
      const off = { "auth.two_factor": "0", "auth.passkeys": "0" };
      expect(await fieldsOf(off)).to.deep.equal(["auth.two_factor", "auth.passkeys"]);
      expect(await fieldsOf({ ...off, "auth.two_factor_required": "none" })).to.be.empty;
      const row = (await world.services.knex("users").where({ id: user.id }).first()) as object;
      expect(row).to.include({ two_factor_required_at: null });
      expect(row).to.have.property("two_factor_confirmed_at").that.is.a("number");
    });

    for (const value of ["-1", "91", "seven", ""])
      it(`has no grace period of ${JSON.stringify(value)}`, async () => {
        expect(await fieldsOf({ "auth.two_factor_grace_days": value })).to.deep.equal([
          "auth.two_factor_grace_days",
        ]);
      });
  });
});
