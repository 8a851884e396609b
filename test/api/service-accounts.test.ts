import { expect } from "chai";
import { recordActivity } from "../../src/domain/audit/record.js";
import { updateClient } from "../../src/domain/oauth/clients/clients.js";
import { ActionForbidden } from "../../src/lib/failures.js";
import { signedInCaller } from "../support/app/caller.js";
import { OPERATOR } from "../support/app/factories.js";
import type { ApiClient, Response } from "../support/app/client.js";
import { operations, pathOf, exampleBody } from "../support/contract/operations.js";
import { makeClient, makeClientToken, makeGrant } from "../support/oauth/oauth.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { useWorld } from "../support/app/world.js";

const SCOPES = ["users.read", "users.write", "admin", "organisation", "organisation.write"];
const MARKED = [
  "definitions.index",
  ...["users.index", "users.show", "roles.index", "roles.show"],
  ...["activity-logs.index", "activity-logs.show", "events.index", "events.show"],
  ...["organisations.show", "organisations.show.members", "organisations.show.roles"],
  ...["organisations.show.invitations", "organisations.show.domains"],
  ...["organisations.show.applications", "organisations.show.applications.show"],
];
const READS = ["users.read", "roles.read", "activity-logs.read"];

describe("A client with a role", () => {
  const world = useWorld();

  /** A client's own token, and the id of its role. */
  async function serviceAccount(permissions: readonly string[] = READS, rank = 5, name = "reader") {
    const role = await world.make.role(name, rank, [...permissions]);
    const { client } = await makeClient(world, { role_id: role.id });
    const token = await makeClientToken(world, { client, scopes: SCOPES });
    return { client, role, token, api: world.api.as(token) };
  }
  const row = async (event = "login"): Promise<{ id: string; actor_id: string }> =>
    world.services.knex("activity_log").where({ event }).first();

  it("gets a token for itself that reads users, roles, the activity log and definitions", async () => {
    const role = await world.make.role("reader", 3, READS);
    const { client, secret } = await makeClient(world, { role_id: role.id });
    const asked = { grant_type: "client_credentials", scope: "users.read admin" };
    const issued = await new OAuthApi(world.server).token(asked, { id: client.id, secret });
    expect(issued.status).to.equal(200);
    const api = world.api.as(issued.body.access_token as string);
    const user = await world.make.user({ email: "ada@example.test" });
    await recordActivity(world.services.knex, { event: "login", actorId: user.id }, OPERATOR);
    const { body } = await api.get(`/users/${user.id}`).expect(200);
    expect(body.data.email).to.equal("ada@example.test");
    expect((await api.get("/users?filter[search]=ada@example").expect(200)).body.data.items).to.have.length(
      1,
    );
    expect((await api.get("/roles?filter[search]=reader").expect(200)).body.data.items[0].id).to.equal(
      role.id,
    );
    await api.get(`/roles/${role.id}`).expect(200);
    const log = await api.get("/activity-logs").expect(200);
    expect(log.body.data.items[0].actor.id).to.equal(user.id);
    await api.get(`/activity-logs/${(await row()).id}`).expect(200);
    await api.get("/definitions").expect(200);
  });

  it("doesn't see users, roles and events above the rank of its role", async () => {
    const root = await world.make.user({ role: "system_admin" });
    await recordActivity(world.services.knex, { event: "login", actorId: root.id }, OPERATOR);
    const { api, role } = await serviceAccount();
    const peer = await world.make.user({ role: "reader" });
    expect(ids(await api.get("/users").expect(200))).to.deep.equal([peer.id]);
    await api.get(`/users/${root.id}`).expect(404);
    const above = (await world.services.knex("roles").where({ name: "system_admin" }).first()) as {
      id: string;
    };
    expect(ids(await api.get("/roles").expect(200))).to.deep.equal([role.id]);
    await api.get(`/roles/${above.id}`).expect(404);
    expect(ids(await api.get("/activity-logs").expect(200))).to.deep.equal([]);
    await api.get(`/activity-logs/${(await row()).id}`).expect(404);
    await api.get("/users?filter[deleted]=only").expect(403);
  });

  for (const permission of READS)
    it(`with only ${permission} reads nothing else`, async () => {
      const { api } = await serviceAccount([permission]);
      for (const path of ["/users", "/roles", "/activity-logs"]) {
        const needed = `${path.slice(1)}.read`;
        await api.get(path).expect(needed === permission ? 200 : 403);
      }
    });

  it("loses and gets rights with its role, its permissions and its rank from the next request", async () => {
    const { api, client, role } = await serviceAccount();
    const root = await world.make.userWithToken({ role: "system_admin" });
    const admin = world.api.as(root.token);
    const place = `/api-clients/${client.id}`;
    await api.get("/users").expect(200);
    await admin.put(`/roles/${role.id}`, { permissions: [] }).expect(200);
    await api.get("/users").expect(403);
    await admin.put(`/roles/${role.id}`, { permissions: ["users.read"] }).expect(200);
    await api.get("/users").expect(200);
    await admin.patch(place, { role: null }).expect(200);
    await api.get("/users").expect(403);
    await admin.patch(place, { role: "system_admin" }).expect(200);
    await api.get(`/users/${root.user.id}`).expect(200);
    await admin.patch(place, { role: "admin" }).expect(200);
    await api.get(`/users/${root.user.id}`).expect(404);
    await admin.delete(place).expect(200);
    await api.get("/users").expect(401);
  });

  it("needs the scope of the operation as well", async () => {
    const { client } = await serviceAccount();
    const api = world.api.as(await makeClientToken(world, { client, scopes: ["users.read"] }));
    await api.get("/users").expect(200);
    const { body } = await api.get("/roles").expect(403);
    expect(body.data.code).to.equal("insufficient_scope");
  });

  it("is limited by its id, whatever its token, and named in the access log", async () => {
    const { client, api } = await serviceAccount();
    const remaining = ({ headers }: Response): number =>
      Number(/r=(\d+)/.exec(headers["ratelimit"] as string)![1]);
    const first = remaining(await api.get("/users"));
    const other = world.api.as(await makeClientToken(world, { client, scopes: SCOPES }));
    expect(remaining(await other.get("/users"))).to.equal(first - 1);
    const { client: stranger } = await makeClient(world);
    const strangers = world.api.as(await makeClientToken(world, { client: stranger }));
    expect(remaining(await strangers.get("/definitions"))).to.equal(first);
    const line = world.logs.find(({ route }) => route === "users.index");
    expect(line).to.include({ client_id: client.id }).and.not.have.property("user_id");
  });

  it("gives its role to none of its users", async () => {
    const { client } = await serviceAccount();
    const user = await world.make.user({ role: null });
    const { access } = await makeGrant(world, { user, client, scopes: SCOPES });
    await world.api.as(access).get("/users").expect(403);
  });

  it("can call only the marked operations, and no other, even with every permission", async () => {
    expect(operations.filter(({ clientToken }) => clientToken).map(({ id }) => id)).to.have.members(MARKED);
    const { client } = await serviceAccount();
    const root = (await world.services.knex("roles").where({ name: "system_admin" }).first()) as {
      id: string;
    };
    await world.services.knex("oauth_clients").where({ id: client.id }).update({ role_id: root.id });
    const api = world.api.as(await makeClientToken(world, { client, scopes: SCOPES }));
    for (const operation of operations.filter(({ tier }) => tier !== "public")) {
      const { status } = await api.send(operation.method, pathOf(operation), exampleBody(operation));
      if (MARKED.includes(operation.id)) expect(status, operation.id).to.be.oneOf([200, 404]);
      else expect(status, operation.id).to.equal(401);
    }
  });

  it("has no rights when its role is gone", async () => {
    const { api, client } = await serviceAccount();
    await world.services
      .knex("oauth_clients")
      .where({ id: client.id })
      .update({ role_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e" });
    await api.get("/users").expect(403);
    await api.get("/definitions").expect(200);
    const root = await world.make.userWithToken({ role: "system_admin" });
    const { body } = await world.api.as(root.token).get(`/api-clients/${client.id}`).expect(200);
    expect(body.data.role).to.equal(null);
  });

  it("keeps its role from being deleted until the client is deleted", async () => {
    const { client, role } = await serviceAccount();
    const admin = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
    const { body } = await admin.delete(`/roles/${role.id}`).expect(422);
    expect(body.data.errors.role[0]).to.include("an application still has it");
    await admin.delete(`/api-clients/${client.id}`).expect(200);
    await admin.delete(`/roles/${role.id}`).expect(200);
  });
});

describe("A client without a role", () => {
  const world = useWorld();

  it("reads nothing but definitions for itself", async () => {
    const { client } = await makeClient(world);
    const api = world.api.as(await makeClientToken(world, { client, scopes: SCOPES }));
    for (const path of ["/users", "/roles", "/activity-logs"])
      expect((await api.get(path).expect(403)).body.data.code).to.equal("forbidden");
    await api.get("/definitions").expect(200);
    const user = await world.make.user();
    await api.get(`/users/${user.id}`).expect(403);
  });
});

const ids = ({ body }: Response): string[] => body.data.items.map(({ id }: { id: string }) => id) as string[];

describe("The role of a client", () => {
  const world = useWorld();
  const OPTIONS = { name: "Reports", type: "confidential", grant_types: ["client_credentials"] };
  const ALL = ["read", "create", "update", "delete"].map((word) => `api-clients.${word}`);
  const changesOf = async (event: string): Promise<Record<string, unknown>> => {
    const { changes } = (await world.services.knex("activity_log").where({ event }).first()) as {
      changes: string;
    };
    return JSON.parse(changes) as Record<string, unknown>;
  };
  /** Manages clients with rank 5 and reads users. */
  async function manager(): Promise<ApiClient> {
    await world.make.role("manager", 5, [...ALL, "users.read"]);
    return world.api.as((await world.make.userWithToken({ role: "manager" })).token);
  }
  const stored = async (): Promise<{ name: string; role_id: string | null; revoked_at: number | null }[]> =>
    world.services.knex("oauth_clients").orderBy("id");

  it("can be given, changed and taken by those who can assign it, and is recorded", async () => {
    const api = await manager();
    const role = await world.make.role("reader", 6, ["users.read"]);
    const { body } = await api.post("/api-clients", { ...OPTIONS, role: "reader" }).expect(201);
    expect(body.data.role).to.equal("reader");
    expect((await stored())[0]!.role_id).to.equal(role.id);
    expect(await changesOf("client_created")).to.include({ role: "reader" });
    const place = `/api-clients/${body.data.id}`;
    const before = (await api.get(place)).headers["etag"]!;
    expect((await api.patch(place, { name: "Renamed" }).expect(200)).body.data.role).to.equal("reader");
    expect((await api.patch(place, { role: "manager" }).expect(200)).body.data.role).to.equal("manager");
    await api.patch(place, { role: null }).set("If-Match", before).expect(412);
    expect((await api.patch(place, { role: null }).expect(200)).body.data.role).to.equal(null);
    const updates = (await world.services
      .knex("activity_log")
      .where({ event: "client_updated" })
      .orderBy("id")) as { changes: string }[];
    expect(updates.slice(1).map(({ changes }) => JSON.parse(changes) as unknown)).to.deep.equal([
      { role: { before: "reader", after: "manager" } },
      { role: { before: "manager", after: null } },
    ]);
  });

  it("can't be one above the giver's rank, or with a permission that the giver lacks", async () => {
    const api = await manager();
    await world.make.role("peer", 5, ["users.read", "settings.update"]);
    await world.make.role("below", 9, ["users.delete"]);
    const { client } = await makeClient(world);
    for (const role of ["system_admin", "admin", "peer", "below"]) {
      expect((await api.post("/api-clients", { ...OPTIONS, role }).expect(403)).body.data.code).to.equal(
        "forbidden",
      );
      await api.patch(`/api-clients/${client.id}`, { role }).expect(403);
    }
    expect((await stored()).map(({ role_id }) => role_id)).to.deep.equal([null]);
  });

  it("can't belong to a public client, and must exist", async () => {
    const api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
    const { client } = await makeClient(world, { type: "public" });
    const asPublic = { name: "Device", type: "public", grant_types: ["refresh_token", "authorization_code"] };
    const rejected = [
      api.post("/api-clients", { ...asPublic, redirect_uris: ["https://a.test/"], role: "user" }),
      api.patch(`/api-clients/${client.id}`, { role: "user" }),
      api.post("/api-clients", { ...OPTIONS, role: "nobody" }),
      api.post("/api-clients", { ...OPTIONS, role: "" }),
    ];
    for (const request of rejected)
      expect((await request.expect(422)).body.data.errors).to.have.keys(["role"]);
    expect((await stored()).map(({ role_id }) => role_id)).to.deep.equal([null]);
    await api.patch(`/api-clients/${client.id}`, { role: null }).expect(200);
  });

  it("keeps the client from those who can't assign it: they see it, and change nothing", async () => {
    const api = await manager();
    const peer = await world.make.role("peer", 5, ["settings.update"]);
    const { client } = await makeClient(world, { role_id: peer.id });
    const place = `/api-clients/${client.id}`;
    expect((await api.get(place).expect(200)).body.data.role).to.equal("peer");
    for (const request of [
      api.patch(place, { name: "Mine" }),
      api.patch(place, { role: null }),
      api.patch(place, { redirect_uris: ["https://evil.example.test/"] }),
      api.post(`${place}/secret`),
      api.delete(place),
    ])
      expect((await request.expect(403)).body.data.code).to.equal("forbidden");
    expect((await stored())[0]).to.include({ name: client.name, role_id: peer.id, revoked_at: null });
    const { client: untouched } = await makeClient(world, { role_id: null });
    await api.patch(`/api-clients/${untouched.id}`, { name: "Mine" }).expect(200);
  });

  it("hides the client from callers of a lower rank, also when the role was raised later", async () => {
    const api = await manager();
    const admin = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
    const role = await world.make.role("reader", 6, ["users.read"]);
    const { body } = await api.post("/api-clients", { ...OPTIONS, role: "reader" }).expect(201);
    const place = `/api-clients/${body.data.id}`;
    expect(ids(await api.get("/api-clients"))).to.deep.equal([body.data.id]);
    await admin.put(`/roles/${role.id}`, { permissions: ["users.read", "users.delete"] }).expect(200);
    await api.post(`${place}/secret`).expect(403);
    await admin.put(`/roles/${role.id}`, { rank: 4 }).expect(200);
    expect((await api.get("/api-clients")).body.meta.pagination.total).to.equal(0);
    for (const request of [
      api.get(place),
      api.patch(place, { role: null }),
      api.post(`${place}/secret`),
      api.delete(place),
    ])
      await request.expect(404);
    expect(ids(await admin.get("/api-clients"))).to.deep.equal([body.data.id]);
    await admin.post(`${place}/secret`).expect(201);
  });

  it("is given or deleted, never both, when the two happen together", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    const { client } = await makeClient(world);
    for (const name of ["first", "second", "third", "fourth"]) {
      const role = await world.make.role(name, 7, []);
      const [given, deleted] = await Promise.all([
        api.patch(`/api-clients/${client.id}`, { role: name }),
        api.delete(`/roles/${role.id}`),
      ]);
      expect([given.status, deleted.status], name).to.be.deep.oneOf([
        [200, 422],
        [422, 200],
      ]);
      const id = (await stored())[0]!.role_id;
      if (given.status === 200) expect(id).to.equal(role.id);
      else expect(id).to.not.equal(role.id);
    }
  });

  it("is decided by the giver's rights at the time of the change", async () => {
    await manager();
    const user = await world.make.user({ role: "system_admin" });
    const call = await signedInCaller(world.services, user);
    const { client } = await makeClient(world);
    await world.make.withoutRoles(user);
    await world.make.giveRole(user, "manager");
    const late = await updateClient(call, client.id, { role: "admin" }).catch((error: unknown) => error);
    expect(late).to.be.instanceOf(ActionForbidden);
    expect((await stored())[0]!.role_id).to.equal(null);
  });
});
