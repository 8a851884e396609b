import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

const PASSWORD = { password: "another-horse-battery", password_confirmation: "another-horse-battery" };
const MANAGE = ["dashboard.read", "users.read", "users.create", "users.update", "users.delete"];

describe("who may change what of an account", () => {
  const world = useWorld();

  const row = async (user: User) => ({
    ...((await world.services.knex("users").where({ id: user.id }).first()) as User),
    roles: (await world.services
      .knex("role_user")
      .where({ user_id: user.id })
      .orderBy("role_id")) as object[],
  });
  const forbidden = async (token: string, user: User, body: object, code = "forbidden") => {
    const before = await row(user);
    for (const method of ["put", "patch"] as const) {
      const { body: answer } = await world.api.as(token)[method](`/users/${user.id}`, body).expect(403);
      expect(answer.data, JSON.stringify(body)).to.deep.equal({ code });
    }
    expect(await row(user)).to.deep.equal(before);
  };
  const allowed = async (token: string, user: User, body: object) =>
    (await world.api.as(token).patch(`/users/${user.id}`, body).expect(200)).body.data as User;

  describe("of oneself", () => {
    for (const role of ["system_admin", "admin"]) {
      it(`lets nobody change their own password, address, status or role, as ${role}`, async () => {
        const { user, token } = await world.make.userWithToken({ role });
        await world.make.user({ role: "system_admin" });
        for (const changes of [
          { status: "banned" },
          { status: "inactive", first_name: "Augusta" },
          { role: "user" },
          { role: "no-such-role" },
          { email: "king@example.test" },
          { ...PASSWORD },
          { ...PASSWORD, first_name: "Augusta" },
        ])
          await forbidden(token, user, changes, "own_account");
      });

      for (const kind of ["sign_in", "api_dock", "personal"] as const)
        it(`asks for that whatever the token is, as ${role}: ${kind}`, async () => {
          const user = await world.make.user({ role });
          const token = await world.make.token(user, { kind, scopes: ["users.write", "admin"] });
          await forbidden(token, user, { ...PASSWORD }, "own_account");
        });

      it(`asks for that of an application, too, as ${role}`, async () => {
        const user = await world.make.user({ role });
        const { client } = await makeClient(world);
        const { access } = await makeGrant(world, { user, client, scopes: ["users.write", "admin"] });
        await forbidden(access, user, { ...PASSWORD }, "own_account");
        await forbidden(access, user, { role: "user" }, "own_account");
      });

      it(`takes the same status and role again, as ${role}`, async () => {
        const { user, token } = await world.make.userWithToken({ role });
        const data = await allowed(token, user, { status: "active", role, first_name: "Augusta" });
        expect(data).to.include({ first_name: "Augusta", status: "active", role });
      });

      it(`lets everybody change their own name, and send the same address, as ${role}`, async () => {
        const { user, token } = await world.make.userWithToken({ role });
        const email = user.email.toUpperCase();
        expect(await allowed(token, user, { last_name: "King", email })).to.include({ last_name: "King" });
      });
    }

    it("says so before it is told whether the version is stale", async () => {
      const { user, token } = await world.make.userWithToken({ role: "admin" });
      const { body } = await world.api
        .as(token)
        .patch(`/users/${user.id}`, PASSWORD)
        .set("If-Match", '"999"')
        .expect(403);
      expect(body.data).to.deep.equal({ code: "own_account" });
    });

    it("finds oneself also by an id in upper case", async () => {
      const { user, token } = await world.make.userWithToken({ role: "admin" });
      const { status } = await world.api
        .as(token)
        .patch(`/users/${user.id.toUpperCase()}`, { status: "banned" });
      expect(status).to.be.oneOf([403, 404, 422]);
      expect((await row(user)).status).to.equal("active");
    });
  });

  describe("of an account that may do more", () => {
    let token: string;
    let user: User;
    beforeEach(async () => {
      await world.make.role("janitor", 5, ["settings.update"]);
      ({ token } = await world.make.userWithToken({ role: "admin" }));
      user = await world.make.user({ role: "janitor" });
    });

    it("C22: keeps email, password and role from a caller of higher rank with fewer permissions", async () => {
      await forbidden(token, user, { email: "mine@example.test" });
      await forbidden(token, user, PASSWORD);
      await forbidden(token, user, { role: "user" });
      await forbidden(token, user, { first_name: "Augusta", email: "mine@example.test" });
    });

    it("lets the name be changed, and the same status, email and role be sent", async () => {
      const data = await allowed(token, user, {
        first_name: "Augusta",
        status: "active",
        email: user.email.toUpperCase(),
        role: "janitor",
      });
      expect(data).to.include({ first_name: "Augusta", status: "active", role: "janitor" });
    });

    it("refuses its status and its deletion", async () => {
      await forbidden(token, user, { status: "banned" });
      const { body } = await world.api.as(token).delete(`/users/${user.id}`).expect(403);
      expect(body.data).to.deep.equal({ code: "forbidden" });
      expect(await row(user)).to.include({ status: "active", deleted_at: null });
    });

    it("leaves what every registered account may do out of the comparison", async () => {
      await world.make.role("support", 2, ["users.read", "users.update", "users.delete"]);
      const support = await world.make.userWithToken({ role: "support" });
      const anybody = await world.make.user();
      await allowed(support.token, anybody, { ...PASSWORD, status: "inactive" });
      await world.api.as(support.token).delete(`/users/${anybody.id}`).expect(200);
      await forbidden(support.token, user, { status: "banned" });
    });

    it("counts the permissions of all the roles of the account", async () => {
      const both = await world.make.user({ role: "user" });
      await world.make.giveRole(both, "janitor");
      await forbidden(token, both, PASSWORD);
    });

    it("lets a system administrator change everything", async () => {
      const root = await world.make.userWithToken({ role: "system_admin" });
      await allowed(root.token, user, { ...PASSWORD, email: "new@example.test", role: "user" });
    });
  });

  describe("by giving a role", () => {
    it("C22: refuses a role above the own rank", async () => {
      await world.make.role("manager", 3, MANAGE);
      const { token } = await world.make.userWithToken({ role: "manager" });
      const user = await world.make.user();
      await forbidden(token, user, { role: "admin" });
      await forbidden(token, user, { role: "system_admin" });
    });

    it("C22: refuses a role with a permission that the caller lacks", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      const { token } = await world.make.userWithToken({ role: "admin" });
      await forbidden(token, await world.make.user(), { role: "janitor" });
    });

    it("lets a role of the same rank be given, all of whose permissions one holds", async () => {
      await world.make.role("manager", 3, MANAGE);
      const { token } = await world.make.userWithToken({ role: "manager" });
      expect(await allowed(token, await world.make.user(), { role: "manager" })).to.include({
        role: "manager",
      });
    });
  });
});

describe("the last active system administrator", () => {
  // with the kill switch off, an inactive account can still act but doesn't count as an active administrator
  const world = useWorld({}, { security: { enforce_active_status: false } });
  let inactive: { user: User; token: string };
  let last: User;
  beforeEach(async () => {
    inactive = await world.make.userWithToken({ role: "system_admin", status: "inactive" });
    last = await world.make.user({ role: "system_admin" });
  });

  const remains = async () => {
    const { status, deleted_at } = (await world.services
      .knex("users")
      .where({ id: last.id })
      .first()) as User;
    expect({ status, deleted_at }).to.deep.equal({ status: "active", deleted_at: null });
    const { body } = await world.api.as(inactive.token).get(`/users/${last.id}`).expect(200);
    expect(body.data.role).to.equal("system_admin");
  };

  for (const change of [{ role: "user" }, { status: "inactive" }, { status: "banned" }])
    it(`stays when somebody sends ${JSON.stringify(change)}`, async () => {
      const { body } = await world.api.as(inactive.token).patch(`/users/${last.id}`, change).expect(403);
      expect(body.message).to.match(/active system administrator must remain/);
      await remains();
    });

  it("is not deleted", async () => {
    const { body } = await world.api.as(inactive.token).delete(`/users/${last.id}`).expect(403);
    expect(body.message).to.match(/active system administrator must remain/);
    await remains();
  });

  it("does not count one who was deleted, or is banned, as another", async () => {
    const banned = await world.make.user({ role: "system_admin", status: "banned" });
    const deleted = await world.make.user({ role: "system_admin" });
    await world.api.as(inactive.token).delete(`/users/${deleted.id}`).expect(200);
    await world.api.as(inactive.token).patch(`/users/${last.id}`, { role: "user" }).expect(403);
    await world.api.as(inactive.token).patch(`/users/${banned.id}`, { role: "user" }).expect(200);
    await remains();
  });

  it("may change in every other way", async () => {
    await world.api
      .as(inactive.token)
      .patch(`/users/${last.id}`, { first_name: "Augusta", role: "system_admin", status: "active" })
      .expect(200);
  });

  it("may go once there is another", async () => {
    await world.make.user({ role: "system_admin" });
    await world.api.as(inactive.token).patch(`/users/${last.id}`, { status: "banned" }).expect(200);
  });
});

describe("two system administrators", () => {
  const world = useWorld();

  for (const [name, act] of [
    ["demote", { role: "user" }],
    ["ban", { status: "banned" }],
  ] as const)
    it(`who ${name} each other at once leave one`, async () => {
      const one = await world.make.userWithToken({ role: "system_admin" });
      const two = await world.make.userWithToken({ role: "system_admin" });
      const statuses = (
        await Promise.all([
          world.api.as(one.token).patch(`/users/${two.user.id}`, act),
          world.api.as(two.token).patch(`/users/${one.user.id}`, act),
        ])
      ).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(1);
      const left: unknown[] = await world.services
        .knex("users")
        .join("role_user", "role_user.user_id", "users.id")
        .join("roles", "roles.id", "role_user.role_id")
        .where({ "roles.name": "system_admin", "users.status": "active" });
      expect(left).to.have.length(1);
    });
});
