import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { PASSWORD } from "../../support/app/factories.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

describe("DELETE /users/{user}", () => {
  const world = useWorld();
  let token: string;
  let caller: User;
  let user: User;
  beforeEach(async () => {
    ({ user: caller, token } = await world.make.userWithToken({ role: "admin" }));
    user = await world.make.user();
  });

  const row = async (id = user.id) => (await world.services.knex("users").where({ id }).first()) as User;
  const destroy = (id = user.id) => world.api.as(token).delete(`/users/${id}`);

  it("deletes the account and returns an empty object", async () => {
    const { body } = await destroy().expect(200);
    expect(body).to.deep.include({ success: true, status: 200, data: {}, meta: {} });
    await world.api.as(token).get(`/users/${user.id}`).expect(404);
    expect((await row()).deleted_at).to.be.closeTo(Date.now(), 20_000);
  });

  it("frees the address for a new account", async () => {
    await destroy().expect(200);
    const other = await world.make.user();
    await world.api.as(token).patch(`/users/${other.id}`, { email: user.email }).expect(200);
    expect((await row(other.id)).email).to.equal(user.email);
    expect((await row()).email).to.equal(user.email);
  });

  it("revokes every credential of the account", async () => {
    const holder = world.api.as(await world.make.token(user));
    await holder.get("/auth/me").expect(200);
    await issueEveryCredential(world.services.knex, user);
    await issueEveryCredential(world.services.knex, caller);
    await destroy().expect(200);
    expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
    expect(await countActiveCredentials(world.services.knex, caller)).to.deep.equal({
      ...ofEach(1),
      personal_access_tokens: 2,
    });
    const { body } = await holder.get("/auth/me").expect(401);
    expect(body.data.code).to.equal("token_revoked");
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(401);
  });

  it("rejects the account even with a credential that wasn't revoked", async () => {
    await destroy().expect(200);
    await world.api
      .as(await world.make.token(user))
      .get("/auth/me")
      .expect(401);
  });

  it("records actor and target in the audit log", async () => {
    await destroy().expect(200);
    const activity = (await world.services
      .knex("activity_log")
      .where({ event: "user_deleted" })
      .first()) as object;
    expect(activity).to.include({ actor_id: caller.id, subject_type: "user", subject_id: user.id });
  });

  it("lets an administrator delete another administrator", async () => {
    const equal = await world.make.user({ role: "admin" });
    await destroy(equal.id).expect(200);
  });

  it("deletes one of several system administrators", async () => {
    const root = await world.make.userWithToken({ role: "system_admin" });
    const other = await world.make.user({ role: "system_admin" });
    await world.api.as(root.token).delete(`/users/${other.id}`).expect(200);
  });

  describe("for the caller's own account", () => {
    for (const role of ["admin", "system_admin"])
      it(`is rejected, even when ${role} has users.delete`, async () => {
        const self = await world.make.userWithToken({ role });
        await world.make.user({ role: "system_admin" });
        const { body } = await world.api.as(self.token).delete(`/users/${self.user.id}`).expect(403);
        expect(body.data).to.deep.equal({ code: "self_delete" });
        expect((await row(self.user.id)).deleted_at).to.equal(null);
        await world.api.as(self.token).get("/auth/me").expect(200);
      });

    const ALIASES: Record<string, (id: string) => string> = {
      "upper case": (id) => id.toUpperCase(),
      "mixed case": (id) => id.slice(0, 18) + id.slice(18).toUpperCase(),
      "percent-encoding": (id) => [...id].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(""),
      "one encoded character": (id) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
      "double encoding": (id) => `%25${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
      "a trailing slash": (id) => `${id}/`,
      "two trailing slashes": (id) => `${id}//`,
      "an encoded slash": (id) => `${id}%2f`,
      "a leading slash": (id) => `/${id}`,
      "a dot segment": (id) => `./${id}`,
      "an encoded dot segment": (id) => `%2e%2f${id}`,
      "a leading space": (id) => `%20${id}`,
      "a trailing space": (id) => `${id}%20`,
      "a trailing NUL": (id) => `${id}%00`,
      "a trailing line feed": (id) => `${id}%0a`,
      braces: (id) => `%7b${id}%7d`,
      "bare braces": (id) => `{${id}}`,
      "a URN": (id) => `urn:uuid:${id}`,
      "no hyphens": (id) => id.replaceAll("-", ""),
      "a matrix parameter": (id) => `${id};x=1`,
      "a query": (id) => `${id}?x=1`,
      "fullwidth digits": (id) =>
        encodeURIComponent(id.replace(/\d/, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
      "a comma-separated list": (id) => `${id},${id}`,
    };
    for (const [name, alias] of Object.entries(ALIASES))
      it(`C23: is rejected for the id ${name}`, async () => {
        const { status } = await world.api.as(token).delete(`/users/${alias(caller.id)}`);
        expect(status).to.be.oneOf([403, 404, 422]);
        expect((await row(caller.id)).deleted_at).to.equal(null);
        await world.api.as(token).get("/auth/me").expect(200);
      });
  });

  describe("rejects", () => {
    it("an unknown account, and one that was already deleted", async () => {
      await destroy(NO_ROW).expect(404);
      await destroy().expect(200);
      const { body } = await destroy().expect(404);
      expect(body.data).to.deep.equal({ code: "not_found" });
    });

    it("an account of a higher rank", async () => {
      const root = await world.make.user({ role: "system_admin" });
      await destroy(root.id).expect(404);
      expect((await row(root.id)).deleted_at).to.equal(null);
    });

    it("a caller without users.delete", async () => {
      await world.make.role("editor", 2, ["users.read", "users.create", "users.update", "dashboard.read"]);
      const editor = await world.make.userWithToken({ role: "editor" });
      const { body } = await world.api.as(editor.token).delete(`/users/${user.id}`).expect(403);
      expect(body.data.code).to.equal("forbidden");
      expect((await row()).deleted_at).to.equal(null);
    });

    it("an invalid id, and the collection without an id", async () => {
      await destroy("1").expect(422);
      await world.api.as(token).delete("/users").expect(405);
    });
  });

  it("succeeds for one of two parallel requests", async () => {
    const statuses = (await Promise.all([destroy(), destroy(), destroy()])).map(({ status }) => status);
    expect(statuses.toSorted()).to.deep.equal([200, 404, 404]);
    expect(await world.services.knex("activity_log").where({ event: "user_deleted" })).to.have.length(1);
  });
});

describe("DELETE /users/{user} with the kill switch off", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("revokes every credential nevertheless", async () => {
    const { token } = await world.make.userWithToken({ role: "admin" });
    const user = await world.make.user();
    await issueEveryCredential(world.services.knex, user);
    await world.api.as(token).delete(`/users/${user.id}`).expect(200);
    expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
  });
});
