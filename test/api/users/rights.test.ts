import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

const PASSWORD = { password: "another-horse-battery", password_confirmation: "another-horse-battery" };
const MANAGE = ["dashboard.read", "users.read", "users.create", "users.update", "users.delete"];

describe("Rights to change an account", () => {
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

  describe("on one's own account", () => {
    for (const role of ["system_admin", "admin"]) {
      it(`don't include password, address, status and role, as ${role}`, async () => {
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
        it(`are limited in the same way for every kind of token, as ${role}: ${kind}`, async () => {
          const user = await world.make.user({ role });
          const token = await world.make.token(user, { kind, scopes: ["users.write", "admin"] });
          await forbidden(token, user, { ...PASSWORD }, "own_account");
        });

      it(`are limited in the same way for applications, as ${role}`, async () => {
        const user = await world.make.user({ role });
        const { client } = await makeClient(world);
        const { access } = await makeGrant(world, { user, client, scopes: ["users.write", "admin"] });
        await forbidden(access, user, { ...PASSWORD }, "own_account");
        await forbidden(access, user, { role: "user" }, "own_account");
      });

      it(`allow sending the current status and role, as ${role}`, async () => {
        const { user, token } = await world.make.userWithToken({ role });
        const data = await allowed(token, user, { status: "active", role, first_name: "Augusta" });
        expect(data).to.include({ first_name: "Augusta", status: "active", role });
      });

      it(`allow changing the name and sending the current address, as ${role}`, async () => {
        const { user, token } = await world.make.userWithToken({ role });
        const email = user.email.toUpperCase();
        expect(await allowed(token, user, { last_name: "King", email })).to.include({ last_name: "King" });
      });
    }

    it("are checked before the version", async () => {
      const { user, token } = await world.make.userWithToken({ role: "admin" });
      const { body } = await world.api
        .as(token)
        .patch(`/users/${user.id}`, PASSWORD)
        .set("If-Match", '"999"')
        .expect(403);
      expect(body.data).to.deep.equal({ code: "own_account" });
    });

    it("are the same when the id is in upper case", async () => {
      const { user, token } = await world.make.userWithToken({ role: "admin" });
      const { status } = await world.api
        .as(token)
        .patch(`/users/${user.id.toUpperCase()}`, { status: "banned" });
      expect(status).to.be.oneOf([403, 404, 422]);
      expect((await row(user)).status).to.equal("active");
    });
  });

  describe("on an account with more permissions", () => {
    let token: string;
    let user: User;
    beforeEach(async () => {
      await world.make.role("janitor", 5, ["settings.update"]);
      ({ token } = await world.make.userWithToken({ role: "admin" }));
      user = await world.make.user({ role: "janitor" });
    });

    it("C22: don't include email, password and role, even for a higher-ranked caller", async () => {
      await forbidden(token, user, { email: "mine@example.test" });
      await forbidden(token, user, PASSWORD);
      await forbidden(token, user, { role: "user" });
      await forbidden(token, user, { first_name: "Augusta", email: "mine@example.test" });
    });

    it("allow changing the name and sending the current status, email and role", async () => {
      const data = await allowed(token, user, {
        first_name: "Augusta",
        status: "active",
        email: user.email.toUpperCase(),
        role: "janitor",
      });
      expect(data).to.include({ first_name: "Augusta", status: "active", role: "janitor" });
    });

    it("don't include its status and deletion", async () => {
      await forbidden(token, user, { status: "banned" });
      const { body } = await world.api.as(token).delete(`/users/${user.id}`).expect(403);
      expect(body.data).to.deep.equal({ code: "forbidden" });
      expect(await row(user)).to.include({ status: "active", deleted_at: null });
    });

    it("are compared without the permissions of the default role", async () => {
      await world.make.role("support", 2, ["users.read", "users.update", "users.delete"]);
      const support = await world.make.userWithToken({ role: "support" });
      const anybody = await world.make.user();
      await allowed(support.token, anybody, { ...PASSWORD, status: "inactive" });
      await world.api.as(support.token).delete(`/users/${anybody.id}`).expect(200);
      await forbidden(support.token, user, { status: "banned" });
    });

    it("are compared with the permissions of all its roles", async () => {
      const both = await world.make.user({ role: "user" });
      await world.make.giveRole(both, "janitor");
      await forbidden(token, both, PASSWORD);
    });

    it("are unlimited for a system administrator", async () => {
      const root = await world.make.userWithToken({ role: "system_admin" });
      await allowed(root.token, user, { ...PASSWORD, email: "new@example.test", role: "user" });
    });
  });

  describe("to assign a role", () => {
    it("C22: don't include a role above the caller's rank", async () => {
      await world.make.role("manager", 3, MANAGE);
      const { token } = await world.make.userWithToken({ role: "manager" });
      const user = await world.make.user();
      await forbidden(token, user, { role: "admin" });
      await forbidden(token, user, { role: "system_admin" });
    });

    it("C22: don't include a role with a permission that the caller lacks", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      const { token } = await world.make.userWithToken({ role: "admin" });
      await forbidden(token, await world.make.user(), { role: "janitor" });
    });

    it("include a role of the same rank whose permissions the caller has", async () => {
      await world.make.role("manager", 3, MANAGE);
      const { token } = await world.make.userWithToken({ role: "manager" });
      expect(await allowed(token, await world.make.user(), { role: "manager" })).to.include({
        role: "manager",
      });
    });
  });
});

describe("The last active system administrator", () => {
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
    it(`can't be removed by sending ${JSON.stringify(change)}`, async () => {
      const { body } = await world.api.as(inactive.token).patch(`/users/${last.id}`, change).expect(403);
      expect(body.message).to.match(/active system administrator must remain/);
      await remains();
    });

  it("can't be banned by its status alone", async () => {
    const change = world.api.as(inactive.token).put(`/users/${last.id}/status`, { status: "banned" });
    expect((await change.expect(403)).body.data.code).to.equal("last_administrator");
    await remains();
  });

  it("can't be deleted", async () => {
    const { body } = await world.api.as(inactive.token).delete(`/users/${last.id}`).expect(403);
    expect(body.message).to.match(/active system administrator must remain/);
    await remains();
  });

  it("is still the last one when the others are deleted or banned", async () => {
    const banned = await world.make.user({ role: "system_admin", status: "banned" });
    const deleted = await world.make.user({ role: "system_admin" });
    await world.api.as(inactive.token).delete(`/users/${deleted.id}`).expect(200);
    await world.api.as(inactive.token).patch(`/users/${last.id}`, { role: "user" }).expect(403);
    await world.api.as(inactive.token).patch(`/users/${banned.id}`, { role: "user" }).expect(200);
    await remains();
  });

  it("can be changed in every other way", async () => {
    await world.api
      .as(inactive.token)
      .patch(`/users/${last.id}`, { first_name: "Augusta", role: "system_admin", status: "active" })
      .expect(200);
  });

  it("can be removed when there is another one", async () => {
    await world.make.user({ role: "system_admin" });
    await world.api.as(inactive.token).patch(`/users/${last.id}`, { status: "banned" }).expect(200);
  });
});

describe("Two system administrators", () => {
  const world = useWorld();

  for (const [name, act] of [
    ["demote", { role: "user" }],
    ["ban", { status: "banned" }],
  ] as const)
    it(`who ${name} each other at the same time leave one`, async () => {
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
