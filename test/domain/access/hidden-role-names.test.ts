import { expect } from "chai";
import { recordActivity } from "../../../src/domain/audit/record.js";
import type { Role } from "../../../src/models/role.js";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { makeProvider } from "../../support/providers/providers.js";

describe("The name of a role above one's own", () => {
  const world = useWorld();
  let api: typeof world.api;
  let keeper: User;
  let hidden: Role;
  beforeEach(async () => {
    const permissions = ["users.read", "users.create", "users.update", "roles.read"];
    const settings = ["settings.read", "settings.update", "activity-logs.read"];
    const clients = ["api-clients.read", "api-clients.create", "api-clients.update"];
    hidden = await world.make.role("secret_board", 2, []);
    await world.make.role("keeper", 3, [...permissions, ...clients, ...settings]);
    keeper = await world.make.user({ role: "keeper" });
    api = world.api.as(await world.make.token(keeper));
  });

  /** Every operation that assigns a role by its name. */
  const assigning: Record<string, (role: string) => Promise<{ status: number; body: unknown }>> = {
    "users.store": (role) =>
      api.post("/users", { first_name: "Ada", last_name: "King", email: "ada@example.test", role }),
    "users.update": async (role) => api.patch(`/users/${(await world.make.user()).id}`, { role }),
    "api-clients.store": (role) =>
      api.post("/api-clients", {
        ...{ name: "Job", type: "confidential", grant_types: ["client_credentials"] },
        role,
      }),
    "api-clients.update": async (role) =>
      api.patch(`/api-clients/${(await makeClient(world)).client.id}`, { role }),
    "settings.providers.store": (role) =>
      api.post("/settings/providers", {
        ...{ kind: "github", name: "GitHub", client_id: "x", client_secret: "y" },
        role,
      }),
  };
  for (const [operation, assign] of Object.entries(assigning))
    it(`can't be told from one that doesn't exist by ${operation}`, async () => {
      const [hidden, unknown] = [await assign("secret_board"), await assign("no_such_role")];
      const { trace_id: _one, ...first } = hidden.body as Record<string, unknown>;
      const { trace_id: _other, ...second } = unknown.body as Record<string, unknown>;
      expect(hidden.status).to.equal(422);
      expect(first).to.deep.equal(second);
    });

  it("isn't told by a provider whose accounts get it", async () => {
    const { id } = await makeProvider(world, { role_id: hidden.id });
    const { body } = await api.get("/settings/providers").expect(200);
    expect((body.data.items as { role: string | null }[])[0]!.role).to.equal(null);
    const visitor = world.visitor();
    await visitor.signIn(keeper);
    for (const path of ["/admin/settings/providers", `/admin/settings/providers/${id}`])
      expect((await visitor.get(path)).text, path).not.to.contain("secret_board");
  });

  it("isn't told by the audit log of what a command gave it to", async () => {
    const subject = { type: "oauth_client", id: (await makeClient(world)).client.id };
    const origin = { ip: "cli", userAgent: null, traceId: "1" };
    for (const role of ["secret_board", { before: "secret_board", after: null }]) {
      const changes = { name: "Job", role };
      await recordActivity(
        world.services.knex,
        { event: "client_updated", actorId: null, subject, changes },
        origin,
      );
    }
    for (const path of ["/activity-logs", "/activity-logs/export"]) {
      const { text } = await api.get(path).expect(200);
      expect(text, path).to.contain("Job").and.not.contain("secret_board");
    }
  });

  it("is known when it is a core role, which one can't assign", async () => {
    const { status } = await assigning["users.store"]!("system_admin");
    expect(status).to.equal(403);
  });
});
