import { expect } from "chai";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { useWorld } from "../../support/app/world.js";

describe("GET /auth/me", () => {
  const world = useWorld();

  it("returns the token's account", async () => {
    const { user, token } = await world.make.userWithToken({ first_name: "Ada", last_name: "Lovelace" });
    const { body, headers } = await world.api.as(token).get("/auth/me").expect(200);
    expect(body.data).to.include({ id: user.id, full_name: "Ada Lovelace", initials: "AL", role: "user" });
    expect(headers["etag"]).to.equal('"1"');
  });

  it("returns the public fields and no others", async () => {
    const { token } = await world.make.userWithToken({ email_verified_at: 1_700_000_000_000 });
    const { body } = await world.api.as(token).get("/auth/me").expect(200);
    expect(Object.keys(body.data)).to.deep.equal([
      "id",
      "first_name",
      "last_name",
      "external_id",
      "full_name",
      "initials",
      "email",
      "status",
      "role",
      "avatar_url",
      "timezone",
      "email_verified_at",
      "created_at",
      "updated_at",
      "roles",
      "permissions",
    ]);
    expect(body.data.email_verified_at).to.equal("2023-11-14T22:13:20.000Z");
  });

  it("returns the highest-ranked role, or null", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.make.giveRole(user, "admin");
    expect((await world.api.as(token).get("/auth/me").expect(200)).body.data.role).to.equal("admin");
    const roleless = await world.make.userWithToken({ role: null });
    expect((await world.api.as(roleless.token).get("/auth/me").expect(200)).body.data.role).to.be.null;
  });

  it("returns the names of roles and permissions, sorted", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.make.role("auditor", 50, ["users.read", "activity-logs.read"]);
    await world.make.giveRole(user, "auditor");
    const { body } = await world.api.as(token).get("/auth/me").expect(200);
    expect(body.data.roles).to.deep.equal(["auditor", "user"]);
    expect(body.data.permissions).to.deep.equal(["activity-logs.read", "dashboard.read", "users.read"]);
  });

  it("returns every permission for system administrators, and none without a role", async () => {
    const root = await world.make.userWithToken({ role: "system_admin" });
    const all = (await world.api.as(root.token).get("/auth/me").expect(200)).body.data.permissions;
    expect(all).to.deep.equal([...PERMISSIONS].sort());
    const roleless = await world.make.userWithToken({ role: null });
    const { body } = await world.api.as(roleless.token).get("/auth/me").expect(200);
    expect(body.data).to.deep.include({ roles: [], permissions: [] });
  });

  it("takes initials by code point, not by code unit", async () => {
    const { token } = await world.make.userWithToken({ first_name: "😀da", last_name: "élan" });
    expect((await world.api.as(token).get("/auth/me").expect(200)).body.data.initials).to.equal("😀É");
  });

  it("returns 403 to an account whose status was changed directly in the database", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ status: " Banned " });
    const { body } = await world.api.as(token).get("/auth/me").expect(403);
    expect(body.data.code).to.equal("account_denied");
  });

  it("rejects the token of a deleted account", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ deleted_at: 1 });
    await world.api.as(token).get("/auth/me").expect(401);
  });

  it("rejects query parameters", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).get("/auth/me?include=secrets").expect(422);
    expect(body.data.errors).to.have.all.keys("include");
  });

  it("rejects a request without a token", async () => {
    const { body, headers } = await world.api.get("/auth/me").expect(401);
    expect(body.data.code).to.equal("unauthenticated");
    expect(headers["www-authenticate"]).to.equal("Bearer");
  });
});
