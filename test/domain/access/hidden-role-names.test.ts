import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";
import { makeClient } from "../../support/oauth/oauth.js";

describe("The name of a role above one's own", () => {
  const world = useWorld();
  let api: typeof world.api;
  beforeEach(async () => {
    const permissions = ["users.read", "users.create", "users.update", "roles.read", "settings.update"];
    const clients = ["api-clients.read", "api-clients.create", "api-clients.update"];
    await world.make.role("secret_board", 2, []);
    await world.make.role("keeper", 3, [...permissions, ...clients]);
    api = world.api.as((await world.make.userWithToken({ role: "keeper" })).token);
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

  it("is known when it is a core role, which one can't assign", async () => {
    const { status } = await assigning["users.store"]!("system_admin");
    expect(status).to.equal(403);
  });
});
