import { expect } from "chai";
import { Role } from "../../../../src/models/role.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const LIST = "/admin/roles";
const CREATE = `${LIST}/create`;
const SHOWN = "";
const MANAGES = ["roles.read", "roles.create", "roles.update", "roles.delete", "users.read"];

/** The actor's rank → the expected responses for a role of the other rank. */
type Meets = "hidden" | "read-only" | "managed";
const AT_RANK_5: Record<number, Meets> = {
  1: "hidden",
  2: "hidden",
  4: "hidden",
  5: "read-only",
  6: "managed",
  9999: "managed",
};

describe("Rights to manage roles", () => {
  const world = useWorld();
  const roleNamed = (name: string): Promise<Role> =>
    Role.query(world.services.knex).findOne({ name }).throwIfNotFound().execute();
  const permissionsOf = async (name: string): Promise<string[]> => {
    const role = [...(await world.services.authority.current()).values()].find((one) => one.name === name);
    return [...role!.permissions].sort();
  };
  const stampIn = (html: string): string => /name="_stamp" value="([^"]*)"/.exec(html)?.[1] ?? "";

  /** A user of rank 5 who can manage roles and read users. */
  async function manager(permissions: string[] = MANAGES): Promise<Visitor> {
    await world.make.role("manager", 5, permissions);
    return (await world.signedIn(await world.make.user({ role: "manager" }))).visitor;
  }

  /** Submits the role form with these changes, including its version stamp if the page has one. */
  async function save(visitor: Visitor, { id }: Role, changes: Fields = {}) {
    const { text } = await visitor.get(`${LIST}/${id}`);
    const { label, sort_order } = await Role.query(world.services.knex).findById(id).throwIfNotFound();
    const fields = { _stamp: stampIn(text), label, rank: String(sort_order) };
    return visitor.put(`${LIST}/${id}`, { ...fields, ...changes });
  }

  for (const [rank, meets] of Object.entries(AT_RANK_5))
    it(`C22: at rank 5: a role of rank ${rank} is ${meets}`, async () => {
      const visitor = await manager();
      const role = await world.make.role("other", Number(rank), ["users.read"]);
      const list = textOf(await visitor.get(LIST));
      const page = await visitor.get(`${LIST}/${role.id}`);
      const update = await save(visitor, role, { label: "Changed", rank: "7" });
      await visitor.get(LIST);
      const removal = await visitor.delete(`${LIST}/${role.id}`);
      const statuses = [page.status, update.status, removal.status];
      const expected = {
        hidden: [404, 404, 404],
        "read-only": [200, 403, 403],
        managed: [200, 303, 303],
      };
      expect(statuses).to.deep.equal(expected[meets]);
      expect(list.includes(" other other ")).to.equal(meets !== "hidden");
      const left = await Role.query(world.services.knex).findOne({ name: "other" });
      if (meets === "managed") expect(left).to.equal(undefined);
      else expect(left).to.include({ label: "other", sort_order: Number(rank) });
    });

  for (const rank of ["1", "2", "4", "5"])
    it(`C22: at rank 5: no role can be created at or moved to rank ${rank}`, async () => {
      const visitor = await manager();
      const role = await world.make.role("other", 8, []);
      await visitor.get(CREATE);
      const made = await visitor.submit(LIST, { label: "X", name: "mine", rank, permissions: SHOWN });
      expect(made.status).to.equal(422);
      expect(textOf(made)).to.contain("Enter a whole number from 6 to 9999");
      expect((await save(visitor, role, { rank })).status).to.equal(422);
      expect((await roleNamed("other")).sort_order).to.equal(8);
      expect(await Role.query(world.services.knex).findOne({ name: "mine" })).to.equal(undefined);
    });

  it("at rank 5: roles can be created at and moved to rank 6 and below", async () => {
    const visitor = await manager();
    await visitor.get(CREATE);
    const made = await visitor.submit(LIST, { label: "X", name: "mine", rank: "9999", permissions: SHOWN });
    expect(made.status).to.equal(303);
    expect((await save(visitor, await roleNamed("mine"), { rank: "6" })).status).to.equal(303);
    expect((await roleNamed("mine")).sort_order).to.equal(6);
  });

  it("let a system administrator manage every role except system_admin, at any rank from 2", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    for (const name of ["admin", "user"])
      expect((await save(visitor, await roleNamed(name), { rank: "2" })).status, name).to.equal(303);
    expect((await save(visitor, await roleNamed("system_admin"), { rank: "2" })).status).to.equal(403);
    expect((await roleNamed("system_admin")).sort_order).to.equal(1);
  });

  it("are limited to the actor's permissions: others are disabled and don't change", async () => {
    const visitor = await manager();
    const role = await world.make.role("other", 8, ["settings.read", "settings.update", "users.read"]);
    const page = await visitor.get(`${LIST}/${role.id}`);
    expect(page.text).to.contain('value="settings.read" checked disabled>');
    expect(page.text).to.contain('value="api-docs.read" disabled>');
    expect(page.text).to.contain('value="users.read" checked>').and.contain('value="roles.read">');
    const permissions = [SHOWN, "roles.read", "settings.read", "api-docs.read"];
    const answer = await save(visitor, role, { permissions });
    expect(answer.status).to.equal(303);
    expect(await permissionsOf("other")).to.deep.equal(["roles.read", "settings.read", "settings.update"]);
    expect(textOf(await visitor.get(LIST))).to.contain(
      "Changes saved. Permissions that you don't have stayed the same.",
    );
  });

  it("don't allow creating a role with other permissions than the actor's", async () => {
    const visitor = await manager();
    await visitor.get(CREATE);
    const permissions = [SHOWN, "users.read", "settings.update", "api-clients.create"];
    await visitor.submit(LIST, { label: "X", name: "mine", rank: "6", permissions });
    expect(await permissionsOf("mine")).to.deep.equal(["users.read"]);
    expect(textOf(await visitor.get(LIST))).to.contain(
      "” was created without the permissions that you don't have.",
    );
  });

  it("limit a copy of a role to the actor's permissions and rank", async () => {
    const visitor = await manager();
    const peer = await world.make.role("peer", 5, ["settings.read", "users.read"]);
    const above = await world.make.role("above", 4, ["users.read"]);
    const page = await visitor.get(`${CREATE}?from=${peer.id}`);
    const selected = [...page.text.matchAll(/value="([\w.-]+)" checked/g)].map(([, name]) => name);
    expect(selected).to.deep.equal(["users.read"]);
    expect(page.text).to.match(/id="rank"[^>]*value="6"/);
    const hidden = await visitor.get(`${CREATE}?from=${above.id}`);
    expect(hidden.text).not.to.contain(" checked").and.not.contain("above");
  });

  describe("over one's own role", () => {
    it("don't exist, because it isn't lower than one's own rank", async () => {
      const visitor = await manager();
      const own = await roleNamed("manager");
      expect(textOf(await visitor.get(`${LIST}/${own.id}`))).to.contain(
        "You can't change this role because it doesn't rank below your own.",
      );
      const permissions = [SHOWN, ...MANAGES, "settings.update"];
      for (const changes of [{ permissions }, { rank: "2" }, { rank: "9" }, { label: "Boss" }])
        expect((await save(visitor, own, changes)).status).to.equal(403);
      expect((await visitor.delete(`${LIST}/${own.id}`)).status).to.equal(403);
      expect(await roleNamed("manager")).to.include({ label: "manager", sort_order: 5 });
      expect(await permissionsOf("manager")).to.deep.equal([...MANAGES].sort());
    });

    it("don't include permissions of other roles for a lower role", async () => {
      await world.make.role("manager", 5, MANAGES);
      const lower = await world.make.role("lower", 8, ["api-docs.read"]);
      const user = await world.make.user({ role: "manager" });
      await world.make.giveRole(user, "lower");
      const { visitor } = await world.signedIn(user);
      const permissions = [SHOWN, "api-docs.read", "users.read", "settings.update"];
      expect((await save(visitor, lower, { permissions })).status).to.equal(303);
      expect(await permissionsOf("lower")).to.deep.equal(["api-docs.read", "users.read"]);
    });
  });

  it("count only the holders that the actor can see, but protect all of them", async () => {
    const visitor = await manager();
    const role = await world.make.role("other", 8, []);
    const above = await world.make.user({ role: "admin" });
    await world.make.giveRole(above, "other");
    const page = textOf(await visitor.get(`${LIST}/${role.id}`));
    expect(page).to.contain("Users Nobody").and.contain("Delete the role “other”");
    const answer = await visitor.delete(`${LIST}/${role.id}`);
    expect(answer.status).to.equal(409);
    expect(textOf(answer)).to.contain("possibly one that you can't see");
    expect(answer.text).not.to.contain(above.email);
    expect((await roleNamed("other")).name).to.equal("other");
  });

  it("end with the role that gives them, in an open session", async () => {
    const visitor = await manager();
    const role = await world.make.role("other", 8, []);
    const { text } = await visitor.get(`${LIST}/${role.id}`);
    await world.services.knex("roles").where({ name: "manager" }).update({ sort_order: 8 });
    await world.services.knex("cache_versions").where({ name: "authority" }).increment("version");
    const fields = { _stamp: stampIn(text), label: "Mine", rank: "9" };
    expect((await visitor.put(`${LIST}/${role.id}`, fields)).status).to.equal(403);
    const [{ id }] = (await world.services.knex("roles").where({ name: "manager" }).select("id")) as [
      { id: string },
    ];
    await world.services.knex("role_user").where({ role_id: id }).del();
    await world.services.knex("users").increment("version", 1);
    expect((await visitor.get(LIST)).status).to.equal(403);
    expect((await visitor.put(`${LIST}/${role.id}`, fields)).status).to.equal(403);
    expect((await roleNamed("other")).label).to.equal("other");
  });
});
