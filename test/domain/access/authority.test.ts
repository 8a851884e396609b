import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createApp, type App } from "../../../src/app.js";
import { Actor } from "../../../src/domain/access/actor.js";
import {
  Authority,
  raiseAuthorityVersion,
  rolesOf,
  type RoleView,
} from "../../../src/domain/access/authority.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { listUsers } from "../../../src/domain/users/user-list.js";
import type { Role } from "../../../src/models/role.js";
import { ApiClient } from "../../support/app/client.js";
import { onMariaDb, testConfig, testDatabaseUrl } from "../../support/app/config.js";
import { memoryLog } from "../../support/app/log.js";
import { useWorld } from "../../support/app/world.js";

const view = (name: string, rank: number, permissions: string[] = []): RoleView => ({
  id: name,
  name,
  label: name,
  rank,
  permissions: new Set(permissions),
  createdAt: 0,
  updatedAt: 0,
});
const actor = (...roles: RoleView[]): Actor =>
  new Actor({ id: "me" } as Actor["user"], roles, new Map(roles.map((role) => [role.id, role])));

describe("Actor", () => {
  const root = view("system_admin", 1);
  const clerk = view("clerk", 4, ["users.read"]);
  const janitor = view("janitor", 9, ["settings.update"]);

  it("has the permissions of all its roles", () => {
    const both = actor(clerk, janitor);
    expect(both.can("users.read")).to.equal(true);
    expect(both.can("settings.update")).to.equal(true);
    expect(both.can("users.delete")).to.equal(false);
    expect(both.can("constructor")).to.equal(false);
  });

  it("has every permission as system administrator, even those that no role lists", () => {
    expect(actor(root).can("users.delete")).to.equal(true);
    expect(actor(clerk, root).isSystemAdmin).to.equal(true);
  });

  it("has no permission and the lowest rank without a role", () => {
    expect(actor().can("dashboard.read")).to.equal(false);
    expect(actor().bestRole).to.equal(null);
    expect(actor().outranksOrEquals([janitor])).to.equal(false);
    expect(actor().outranksOrEquals([])).to.equal(true);
    expect(actor(janitor).outranksOrEquals([])).to.equal(true);
  });

  it("doesn't outrank accounts of the same rank", () => {
    expect(actor(clerk).outranksOrEquals([view("peer", 4)])).to.equal(true);
    expect(actor(clerk).outranksOrEquals([view("chief", 3), janitor])).to.equal(false);
  });

  it("covers an account only with every permission of all its roles", () => {
    expect(actor(clerk, janitor).hasAllPermissionsOf([clerk, janitor])).to.equal(true);
    expect(actor(clerk).hasAllPermissionsOf([clerk, janitor])).to.equal(false);
    expect(actor(clerk).hasAllPermissionsOf([])).to.equal(true);
    expect(actor(root).hasAllPermissionsOf([clerk, janitor])).to.equal(true);
  });

  it("never covers a system administrator, whatever the role lists", () => {
    expect(actor(clerk).hasAllPermissionsOf([root])).to.equal(false);
  });
});

describe("rolesOf", () => {
  const roles = new Map(
    [view("b", 2), view("a", 2), view("c", 1), view("d", 9)].map((role) => [role.id, role]),
  );

  it("returns the highest rank first, then by name", () => {
    expect(rolesOf("d,b,c,a", roles).map(({ name }) => name)).to.deep.equal(["c", "a", "b", "d"]);
  });

  it("is empty for unknown accounts and deleted roles", () => {
    expect(rolesOf(null, roles)).to.deep.equal([]);
    expect(rolesOf("x", roles)).to.deep.equal([]);
    expect(rolesOf("x,d", roles).map(({ name }) => name)).to.deep.equal(["d"]);
  });
});

describe("Authority", () => {
  const world = useWorld();

  it("loads the roles once for each version", async () => {
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }) => void queries.push(sql);
    const authority = new Authority(world.services.knex);
    const first = await authority.current();
    world.services.knex.on("query", note);
    try {
      expect(await authority.current()).to.equal(first);
      expect(queries).to.have.length(1);
    } finally {
      world.services.knex.removeListener("query", note);
    }
  });

  it("loads them again after the version has increased", async () => {
    const authority = new Authority(world.services.knex);
    const first = await authority.current();
    await raiseAuthorityVersion(world.services.knex);
    expect(await authority.current()).not.to.equal(first);
  });

  it("shows a caller without a role only accounts without one", async () => {
    await world.make.user();
    const none = await world.make.user({ role: null });
    const nobody = new Actor(none, [], await world.services.authority.current());
    const request = { filters: {}, sort: "id", page: 1, perPage: 10 };
    const { items, total } = await listUsers({ services: world.services, actor: nobody }, request);
    expect(items.map(({ user }) => user.id)).to.deep.equal([none.id]);
    expect(total).to.equal(1);
  });
});

describe("A change of a role", () => {
  const folder = mkdtempSync(join(tmpdir(), "authdock-authority-"));
  const DATABASE_URL = onMariaDb() ? testDatabaseUrl() : `sqlite:${join(folder, "shared.sqlite")}`;
  const world = useWorld({ DATABASE_URL });
  let services: Services;
  let app: App;
  let other: ApiClient;
  let role: Role;
  before(async () => {
    services = createServices(testConfig({ DATABASE_URL }), memoryLog().logger);
    app = await createApp(services);
    other = new ApiClient(app.listener);
  });
  after(async () => {
    app.close();
    await closeServices(services);
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    role = await world.make.role("reader", 4, ["users.read"]);
  });

  /** Changes a role and its version in one transaction, as the role editor does. */
  const change = (work: (trx: Services["knex"]) => PromiseLike<unknown>) =>
    world.services.knex.transaction(async (trx) => {
      await work(trx);
      await raiseAuthorityVersion(trx);
    });
  const everywhere = async (token: string, status: number) => {
    await world.api.as(token).get("/users").expect(status);
    await other.as(token).get("/users").expect(status);
  };
  const permission = (name: string) => world.services.knex("permissions").where({ name }).first("id");

  it("to its permissions takes effect on the next request, in other processes too", async () => {
    const { token } = await world.make.userWithToken({ role: "reader" });
    await everywhere(token, 200);
    await change((trx) => trx("permission_role").where({ role_id: role.id }).del());
    await everywhere(token, 403);
    const { id } = (await permission("users.read")) as { id: string };
    await change((trx) => trx("permission_role").insert({ role_id: role.id, permission_id: id }));
    await everywhere(token, 200);
  });

  it("to its rank takes effect on the next request", async () => {
    const { token } = await world.make.userWithToken({ role: "reader" });
    const user = await world.make.user();
    for (const api of [world.api, other]) await api.as(token).get(`/users/${user.id}`).expect(404);
    await change((trx) => trx("roles").where({ id: role.id }).update({ sort_order: 3 }));
    for (const api of [world.api, other]) await api.as(token).get(`/users/${user.id}`).expect(200);
  });

  it("takes effect on the next request when it is deleted", async () => {
    const { token, user } = await world.make.userWithToken({ role: "reader" });
    await everywhere(token, 200);
    await change(async (trx) => {
      await trx("roles").where({ id: role.id }).del();
      await trx("users").where({ id: user.id }).increment("version", 1);
    });
    await everywhere(token, 403);
    const { body } = await other.as(token).get("/auth/me").expect(200);
    expect(body.data).to.include({ id: user.id, role: null });
  });

  it("takes effect on the next request when it is assigned, as does a status", async () => {
    const { token, user } = await world.make.userWithToken();
    const root = await world.make.userWithToken({ role: "system_admin" });
    await everywhere(token, 403);
    await other.as(root.token).patch(`/users/${user.id}`, { role: "reader" }).expect(200);
    await everywhere(token, 200);
    await other.as(root.token).patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    await everywhere(token, 401);
  });

  it("isn't visible before its transaction commits, nor after it is rolled back", async () => {
    const { token } = await world.make.userWithToken({ role: "reader" });
    await everywhere(token, 200);
    await change(async (trx) => {
      await trx("permission_role").where({ role_id: role.id }).del();
      throw new Error("taken back");
    }).catch(() => undefined);
    await everywhere(token, 200);
  });
});
