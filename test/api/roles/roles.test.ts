import { expect } from "chai";
import { SECOND } from "../../../src/lib/clock.js";
import type { ApiClient, Test } from "../../support/app/client.js";
import { useWorld } from "../../support/app/world.js";

interface RoleBody {
  id: string;
  name: string;
  label: string;
  rank: number;
  permissions: string[];
  holders: number;
  is_core: boolean;
}

describe("The operations of roles", () => {
  const world = useWorld();
  let api: ApiClient;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
  });
  const support = (permissions = ["users.read"]) => world.make.role("support", 500, permissions);
  const list = async (query: Record<string, string | number> = {}) => {
    const { body } = await api.get("/roles").query(query).expect(200);
    return body as { data: { items: RoleBody[] }; meta: { pagination: Record<string, unknown> } };
  };
  const names = async (query: Record<string, string | number> = {}): Promise<string[]> =>
    (await list(query)).data.items.map(({ name }) => name);
  const activity = (event: string) =>
    world.services
      .knex("activity_log")
      .where({ event })
      .first("subject_id", "actor_id", "changes") as Promise<{
      subject_id: string;
      actor_id: string;
      changes: string;
    }>;
  const errorsOf = async (sent: Test): Promise<Record<string, string[]>> =>
    ((await sent.expect(422)).body as { data: { errors: Record<string, string[]> } }).data.errors;

  describe("list", () => {
    it("the roles by rank, with permissions and holders", async () => {
      const role = await support();
      await world.make.giveRole(await world.make.user(), "support");
      const { data } = await list();
      const ranks = data.items.map(({ rank }) => rank);
      expect(ranks)
        .to.have.length(4)
        .and.deep.equal(ranks.toSorted((left, right) => left - right));
      expect(data.items.find(({ id }) => id === role.id)).to.deep.include({
        name: "support",
        label: "support",
        rank: 500,
        permissions: ["users.read"],
        holders: 1,
        is_core: false,
      });
      const root = data.items[0]!;
      expect(root).to.include({ name: "system_admin", rank: 1, is_core: true });
      expect(root.permissions)
        .to.include("settings.update")
        .and.deep.equal([...root.permissions].sort());
    });

    it("what a search finds, in every order", async () => {
      await support();
      await world.make.role("supply", 600, []);
      await world.make.giveRole(await world.make.user(), "supply");
      expect(await names({ "filter[search]": "SUP" })).to.deep.equal(["support", "supply"]);
      expect(await names({ "filter[search]": "sup port" })).to.deep.equal(["support"]);
      expect(await names({ "filter[search]": "%" })).to.deep.equal([]);
      expect(await names({ "filter[search]": "sup", sort: "-rank" })).to.deep.equal(["supply", "support"]);
      expect(await names({ "filter[search]": "sup", sort: "label" })).to.deep.equal(["supply", "support"]);
      expect(await names({ "filter[search]": "sup", sort: "-holders" })).to.deep.equal(["supply", "support"]);
    });

    it("in pages and by cursor", async () => {
      await support();
      const all = await names();
      const first = await list({ per_page: 3 });
      expect(first.meta.pagination).to.include({ total: 4, last_page: 2, from: 1, to: 3 });
      const cursor = first.meta.pagination["next_cursor"] as string;
      expect(await names({ per_page: 3, cursor })).to.deep.equal(all.slice(3));
    });

    it("nothing for a search of more than eight words", async () => {
      const errors = await errorsOf(api.get("/roles").query({ "filter[search]": "a b c d e f g h i" }));
      expect(errors).to.have.all.keys("filter.search");
    });
  });

  describe("create", () => {
    it("a role at its address, and record it", async () => {
      const sent = {
        name: "support",
        label: " Support ",
        rank: 500,
        permissions: ["users.read", "roles.read"],
      };
      const { body, headers } = await api.post("/roles", sent).expect(201);
      const { data, meta } = body as { data: RoleBody; meta: object };
      expect(data).to.deep.include({ ...sent, label: "Support", permissions: ["roles.read", "users.read"] });
      expect(meta).to.deep.equal({});
      expect(headers["location"]).to.equal(`/api/v1/roles/${data.id}`);
      const shown = await api.get(`/roles/${data.id}`).expect(200);
      expect(shown.body.data).to.deep.equal(data);
      expect(shown.headers["etag"]).to.equal(headers["etag"]);
      const { subject_id, changes } = await activity("role_created");
      expect(subject_id).to.equal(data.id);
      expect(JSON.parse(changes)).to.deep.include({
        after: { name: "support", label: "Support", rank: 500, permissions: ["users.read", "roles.read"] },
      });
    });

    it("one role for a repeated request", async () => {
      const send = () =>
        api
          .post("/roles", { name: "support", label: "Support", rank: 500 })
          .set("Idempotency-Key", "one")
          .expect(201);
      const first = await send();
      const second = await send();
      expect(second.headers["idempotent-replayed"]).to.equal("true");
      expect(second.body.data).to.deep.equal(first.body.data);
    });

    it("nothing with invalid fields, all of which are named", async () => {
      await support();
      const role = { name: "other", label: "Other", rank: 500 };
      expect(await errorsOf(api.post("/roles", { ...role, name: "support" }))).to.deep.equal({
        name: ["Another role has this key."],
      });
      const wrong = { name: "Not a name", label: "\u202e", rank: 500, permissions: ["users.fly"] };
      expect(await errorsOf(api.post("/roles", wrong))).to.have.all.keys("name", "label", "permissions");
      for (const rank of [1, 0, 10_000, 2.5, "500"])
        expect(await errorsOf(api.post("/roles", { ...role, rank })), String(rank)).to.have.all.keys("rank");
      expect(await names({ "filter[search]": "other" })).to.deep.equal([]);
    });
  });

  describe("update", () => {
    it("only the fields that are sent", async () => {
      world.freezeTime();
      const { id } = await support();
      const before = (await api.get(`/roles/${id}`).expect(200)).body.data as RoleBody;
      world.advance(SECOND);
      for (const changes of [{ label: "First line" }, { rank: 600 }, { permissions: [] }]) {
        const { body } = await api.put(`/roles/${id}`, changes).expect(200);
        expect(body.data).to.deep.include(changes);
      }
      const { body } = await api.put(`/roles/${id}`, {}).expect(200);
      expect(body.data).to.deep.include({
        ...before,
        label: "First line",
        rank: 600,
        permissions: [],
        updated_at: body.data.updated_at,
      });
      expect(body.data.updated_at).not.to.equal((before as RoleBody & { updated_at: string }).updated_at);
      const recorded = await world.services.knex("activity_log").where({ event: "role_updated" });
      expect(recorded).to.have.length(3);
    });

    it("for all holders from their next request", async () => {
      const { id } = await support([]);
      const { token } = await world.make.userWithToken({ role: "support" });
      await world.api.as(token).get("/users").expect(403);
      await api.put(`/roles/${id}`, { permissions: ["users.read"] }).expect(200);
      await world.api.as(token).get("/users").expect(200);
    });

    it("only the version in If-Match", async () => {
      const { id } = await support();
      const { headers } = await api.get(`/roles/${id}`).expect(200);
      const tag = headers["etag"]!;
      await api.put(`/roles/${id}`, { rank: 600 }).set("If-Match", `"other", ${tag}`).expect(200);
      for (const stale of [tag, `W/${tag}`, '"x"', "x"]) {
        const { body } = await api.put(`/roles/${id}`, { rank: 700 }).set("If-Match", stale).expect(412);
        expect(body.data.code).to.equal("stale");
        await api.delete(`/roles/${id}`).set("If-Match", stale).expect(412);
      }
      await api.put(`/roles/${id}`, { rank: 700 }).set("If-Match", "*").expect(200);
    });

    it("nothing with invalid fields", async () => {
      const { id } = await support();
      expect(await errorsOf(api.put(`/roles/${id}`, { permissions: ["users.fly"] }))).to.have.all.keys(
        "permissions",
      );
      expect(await errorsOf(api.put(`/roles/${id}`, { name: "other" }))).to.deep.equal({
        name: ["The field name is unknown."],
      });
      expect(await errorsOf(api.put(`/roles/${id}`, { label: " " }))).to.have.all.keys("label");
    });
  });

  describe("show", () => {
    it("304 for the version that the client has, until anything in it changes", async () => {
      const { id } = await support();
      const show = (tag: string) => api.get(`/roles/${id}`).set("If-None-Match", tag);
      const tag = (await api.get(`/roles/${id}`).expect(200)).headers["etag"]!;
      await show(tag).expect(304);
      await world.make.giveRole(await world.make.user(), "support");
      const { headers, body } = await show(tag).expect(200);
      expect(body.data.holders).to.equal(1);
      // a new holder doesn't make the role stale
      await api.put(`/roles/${id}`, { rank: 600 }).set("If-Match", tag).expect(200);
      await show(headers["etag"]!).expect(200);
    });
  });

  describe("delete", () => {
    it("a role that no account has, and record it", async () => {
      const { id } = await support();
      await api.delete(`/roles/${id}`).expect(200);
      await api.get(`/roles/${id}`).expect(404);
      expect((await activity("role_deleted")).subject_id).to.equal(id);
    });

    it("no role with holders, and no core role", async () => {
      const { id } = await support();
      await world.make.giveRole(await world.make.user(), "support");
      expect(await errorsOf(api.delete(`/roles/${id}`))).to.have.all.keys("role");
      for (const core of (await list()).data.items.filter(({ is_core }) => is_core))
        expect((await api.delete(`/roles/${core.id}`).expect(403)).body.data.code).to.equal("forbidden");
    });
  });
});
