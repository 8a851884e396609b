import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

const EVERYTHING = ["dashboard.read", "users.read", "users.create", "users.update", "users.delete"];

/** The users that each kind of caller sees, depending on rank. */
const SIGHT: Record<string, string[]> = {
  system_admin: ["admin", "chief", "clerk", "clerk+chief", "none", "peer", "root", "user", "user+root"],
  admin: ["admin", "chief", "clerk", "clerk+chief", "none", "peer", "user"],
  chief: ["admin", "chief", "clerk", "clerk+chief", "none", "peer", "user"],
  "clerk+chief": ["admin", "chief", "clerk", "clerk+chief", "none", "peer", "user"],
  peer: ["clerk", "none", "peer", "user"],
  clerk: ["clerk", "none"],
};

describe("C22: The rank filter", () => {
  const world = useWorld();
  const company = new Map<string, User>();

  beforeEach(async () => {
    company.clear();
    await world.make.role("chief", 2, EVERYTHING); // the same rank as admin
    await world.make.role("peer", 3, EVERYTHING); // the same rank as user
    await world.make.role("clerk", 4, EVERYTHING);
    const roles: Record<string, string[]> = {
      root: ["system_admin"],
      admin: ["admin"],
      chief: ["chief"],
      peer: ["peer"],
      user: ["user"],
      clerk: ["clerk"],
      none: [],
      "clerk+chief": ["clerk", "chief"],
      "user+root": ["user", "system_admin"],
    };
    for (const [name, [first, ...more]] of Object.entries(roles)) {
      const user = await world.make.user({
        role: first ?? null,
        last_name: name,
        email: `${name}@company.test`,
      });
      for (const role of more) await world.make.giveRole(user, role);
      company.set(name, user);
    }
  });

  const as = async (name: string) => {
    const user = company.get(name === "system_admin" ? "root" : name)!;
    return world.api.as(await world.make.token(user));
  };
  const seen = async (name: string, query: Record<string, string | number> = {}) => {
    const { body } = await (
      await as(name)
    )
      .get("/users")
      .query({ per_page: 100, sort: "last_name", ...query })
      .expect(200);
    const names = (body.data.items as { last_name: string }[]).map(({ last_name }) => last_name);
    return { names, total: body.meta.pagination.total as number };
  };

  for (const [caller, visible] of Object.entries(SIGHT)) {
    describe(`for ${caller}`, () => {
      const hidden = SIGHT["system_admin"]!.filter((name) => !visible.includes(name));

      it("C22: neither lists nor counts higher-ranked accounts", async () => {
        expect(await seen(caller)).to.deep.equal({ names: visible, total: visible.length });
      });

      it("C22: reveals nothing through the pages of a sorted list", async () => {
        for (const sort of ["email", "-created_at"]) {
          const pages = [];
          for (let page = 1; page <= visible.length + 1; page++)
            pages.push(await seen(caller, { sort, page, per_page: 1 }));
          expect(pages.flatMap(({ names }) => names).toSorted()).to.deep.equal(visible);
          expect(new Set(pages.map(({ total }) => total))).to.deep.equal(new Set([visible.length]));
        }
      });

      it("C22: finds no higher-ranked account by search or filter", async () => {
        for (const name of hidden)
          for (const search of [company.get(name)!.id, company.get(name)!.email])
            expect(await seen(caller, { "filter[search]": search })).to.deep.equal({ names: [], total: 0 });
        expect((await seen(caller, { "filter[search]": "company.test" })).names).to.deep.equal(visible);
        expect((await seen(caller, { "filter[role]": "system_admin" })).names).to.deep.equal(
          visible.filter((name) => name.includes("root")),
        );
        expect((await seen(caller, { "filter[role]": "chief" })).names).to.deep.equal(
          visible.filter((name) => name.includes("chief")),
        );
        expect((await seen(caller, { "filter[role]": "user" })).names).to.deep.equal(
          visible.filter((name) => name.includes("user")),
        );
      });

      it("C22: returns all other accounts", async () => {
        const api = await as(caller);
        for (const name of visible) await api.get(`/users/${company.get(name)!.id}`).expect(200);
      });

      if (hidden.length > 0)
        it("C22: treats a hidden account as missing and changes nothing", async () => {
          const api = await as(caller);
          for (const name of hidden) {
            const { id } = company.get(name)!;
            const before: unknown = await world.services.knex("users").where({ id }).first();
            const answers = [
              await api.get(`/users/${id}`).expect(404),
              await api.patch(`/users/${id}`, { first_name: "Changed" }).expect(404),
              await api.put(`/users/${id}`, { status: "banned", role: "user" }).expect(404),
              await api.delete(`/users/${id}`).expect(404),
              await api.delete(`/users/${id}`).set("If-Match", '"999"').expect(404),
            ];
            const { body: none } = await api.get(`/users/${NO_ROW}`).expect(404);
            for (const { body } of answers)
              expect({ ...body, trace_id: "" }).to.deep.equal({ ...none, trace_id: "" });
            expect(await world.services.knex("users").where({ id }).first()).to.deep.equal(before);
          }
        });
    });
  }

  it("C22: lets an account change and delete one of the same rank", async () => {
    const api = await as("admin");
    const { id } = company.get("chief")!;
    await api.patch(`/users/${id}`, { first_name: "Changed" }).expect(200);
    await api.delete(`/users/${id}`).expect(200);
  });

  it("C22: lets an account of the same rank with fewer permissions change the name, but not delete", async () => {
    const api = await as("chief");
    const { id } = company.get("admin")!;
    await api.patch(`/users/${id}`, { first_name: "Changed" }).expect(200);
    await api.delete(`/users/${id}`).expect(403);
  });

  it("C22: hides an account from the next request after its rank was raised", async () => {
    const api = await as("admin");
    const { id } = company.get("user")!;
    await api.get(`/users/${id}`).expect(200);
    await (await as("system_admin")).patch(`/users/${id}`, { role: "system_admin" }).expect(200);
    await api.get(`/users/${id}`).expect(404);
    expect((await seen("admin")).names).not.to.include("user");
  });

  it("C22: rejects the address of a hidden account like any other taken one", async () => {
    const api = await as("clerk");
    const { body } = await api
      .patch(`/users/${company.get("none")!.id}`, { email: company.get("root")!.email })
      .expect(422);
    const { body: visible } = await api
      .patch(`/users/${company.get("none")!.id}`, { email: company.get("clerk")!.email })
      .expect(422);
    expect(body.data).to.deep.equal(visible.data);
  });

  it("C22: gives an account without a role no permissions", async () => {
    const api = await as("none");
    const { id } = company.get("clerk")!;
    for (const answer of [
      await api.get("/users").expect(403),
      await api.get(`/users/${id}`).expect(403),
      await api.patch(`/users/${id}`, { first_name: "Changed" }).expect(403),
      await api.delete(`/users/${id}`).expect(403),
    ])
      expect(answer.body.data.code).to.equal("forbidden");
  });
});
