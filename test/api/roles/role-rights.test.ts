import { expect } from "chai";
import { Role } from "../../../src/models/role.js";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";

const MANAGES = ["roles.read", "roles.create", "roles.update", "roles.delete", "users.read"];

/** The outcome of an action, whatever the surface calls it. */
type Outcome = "hidden" | "forbidden" | "rejected" | "done";
const OUTCOMES: Record<number, Outcome> = {
  404: "hidden",
  403: "forbidden",
  422: "rejected",
  409: "rejected",
};
const outcomeOf = ({ status }: { status: number }): Outcome => OUTCOMES[status] ?? "done";

interface Fields {
  label: string;
  rank: number;
  permissions: string[];
}
/** What people do with roles, in the browser or through the API. */
interface Surface {
  show(id: string): Promise<Outcome>;
  create(name: string, fields: Fields): Promise<Outcome>;
  update(id: string, fields: Fields): Promise<Outcome>;
  destroy(id: string): Promise<Outcome>;
}

describe("Rights to manage roles, in the browser and through the API", () => {
  const world = useWorld();

  async function browser(user: User): Promise<Surface> {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/admin/roles"); // for its CSRF token
    const formOf = ({ label, rank, permissions }: Fields) => ({
      label,
      rank: String(rank),
      permissions: ["", ...permissions],
    });
    return {
      show: async (id) => outcomeOf(await visitor.get(`/admin/roles/${id}`)),
      create: async (name, fields) => {
        await visitor.get("/admin/roles/create");
        return outcomeOf(await visitor.submit("/admin/roles", { name, ...formOf(fields) }));
      },
      update: async (id, fields) => {
        const { text } = await visitor.get(`/admin/roles/${id}`);
        const _stamp = /name="_stamp" value="([^"]*)"/.exec(text)?.[1] ?? "";
        return outcomeOf(await visitor.put(`/admin/roles/${id}`, { _stamp, ...formOf(fields) }));
      },
      destroy: async (id) => {
        await visitor.get("/admin/roles");
        return outcomeOf(await visitor.delete(`/admin/roles/${id}`));
      },
    };
  }

  async function program(user: User): Promise<Surface> {
    const api = world.api.as(await world.make.token(user));
    return {
      show: async (id) => outcomeOf(await api.get(`/roles/${id}`)),
      create: async (name, fields) => outcomeOf(await api.post("/roles", { name, ...fields })),
      update: async (id, fields) => outcomeOf(await api.put(`/roles/${id}`, fields)),
      destroy: async (id) => outcomeOf(await api.delete(`/roles/${id}`)),
    };
  }

  /** A user of rank 5 who can manage roles and read users. */
  async function manager(): Promise<User> {
    await world.make.role("manager", 5, MANAGES);
    return world.make.user({ role: "manager" });
  }
  const permissionsOf = async (name: string): Promise<string[]> => {
    const roles = [...(await world.services.authority.current()).values()];
    return [...roles.find((role) => role.name === name)!.permissions].sort();
  };
  const recorded = async (): Promise<object[]> => {
    const rows = (await world.services
      .knex("activity_log")
      .where("event", "like", "role_%")
      .orderBy("id")
      .select("event", "actor_id", "subject_type", "changes")) as { changes: string }[];
    return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as unknown }));
  };

  const SURFACES = { "in the browser": browser, "through the API": program };
  for (const [place, surfaceOf] of Object.entries(SURFACES))
    describe(place, () => {
      const RANKS: [rank: number, shown: Outcome, changed: Outcome][] = [
        [1, "hidden", "hidden"],
        [4, "hidden", "hidden"],
        [5, "done", "forbidden"],
        [6, "done", "done"],
        [9999, "done", "done"],
      ];
      for (const [rank, shown, changed] of RANKS)
        it(`at rank 5, for a role of rank ${rank}: shown: ${shown}, changed: ${changed}`, async () => {
          const surface = await surfaceOf(await manager());
          const { id } = await world.make.role("other", rank, ["users.read"]);
          expect(await surface.show(id)).to.equal(shown);
          expect(await surface.update(id, { label: "New", rank: 7, permissions: [] })).to.equal(changed);
          expect(await surface.destroy(id)).to.equal(changed);
          const left = await Role.query(world.services.knex).findOne({ name: "other" });
          if (changed === "done") expect(left).to.equal(undefined);
          else expect(left).to.include({ label: "other", sort_order: rank });
        });

      for (const [rank, outcome] of [
        [2, "rejected"],
        [5, "rejected"],
        [6, "done"],
      ] as const)
        it(`at rank 5, a role can be created at rank ${rank}: ${outcome}`, async () => {
          const surface = await surfaceOf(await manager());
          expect(await surface.create("mine", { label: "Mine", rank, permissions: [] })).to.equal(outcome);
        });

      it("permissions that the actor lacks are neither given nor taken", async () => {
        const surface = await surfaceOf(await manager());
        const { id } = await world.make.role("other", 8, ["settings.read", "users.read"]);
        const fields = { label: "Other", rank: 8, permissions: ["roles.read", "api-docs.read"] };
        expect(await surface.update(id, fields)).to.equal("done");
        expect(await permissionsOf("other")).to.deep.equal(["roles.read", "settings.read"]);
        expect(await surface.create("mine", fields)).to.equal("done");
        expect(await permissionsOf("mine")).to.deep.equal(["roles.read"]);
      });

      it("a role is kept while anyone has it, even someone whom the actor can't see", async () => {
        const surface = await surfaceOf(await manager());
        const { id } = await world.make.role("other", 8, []);
        await world.make.giveRole(await world.make.user({ role: "system_admin" }), "other");
        expect(await surface.destroy(id)).to.equal("rejected");
      });
    });

  it("leave the same entries in the audit log", async () => {
    const user = await manager();
    const entries: object[][] = [];
    for (const surfaceOf of Object.values(SURFACES)) {
      const surface = await surfaceOf(user);
      await surface.create("other", { label: "Other", rank: 8, permissions: ["users.read"] });
      const { id } = await Role.query(world.services.knex).findOne({ name: "other" }).throwIfNotFound();
      await surface.update(id, { label: "New", rank: 9, permissions: ["roles.read"] });
      await surface.destroy(id);
      entries.push(await recorded());
      await world.services.knex("activity_log").del();
    }
    expect(entries[0]).to.have.length(3);
    expect(entries[1]).to.deep.equal(entries[0]);
  });

  it("are named when the API left out permissions", async () => {
    const api = world.api.as(await world.make.token(await manager()));
    const { id } = await world.make.role("other", 8, ["settings.read"]);
    const asked = { permissions: ["settings.read", "api-docs.read"] };
    expect((await api.put(`/roles/${id}`, asked)).body.meta).to.deep.equal({ permissions_left_out: true });
    const kept = { permissions: ["settings.read"] };
    expect((await api.put(`/roles/${id}`, kept)).body.meta).to.deep.equal({});
    const made = await api.post("/roles", { name: "mine", label: "Mine", rank: 8, ...asked }).expect(201);
    expect(made.body.meta).to.deep.equal({ permissions_left_out: true });
    expect(made.body.data.permissions).to.deep.equal([]);
  });

  it("neither list nor count roles above the caller, nor holders above them", async () => {
    const api = world.api.as(await world.make.token(await manager()));
    await world.make.role("junior", 9, []);
    await world.make.giveRole(await world.make.user({ role: "system_admin" }), "junior");
    const { body } = await api.get("/roles").expect(200);
    const { items } = body.data as { items: { name: string; holders: number }[] };
    expect(items.map(({ name }) => name)).to.deep.equal(["manager", "junior"]);
    expect(body.meta.pagination.total).to.equal(2);
    expect(items[1]!.holders).to.equal(0);
  });
});
