import { expect } from "chai";
import type { ActorCall } from "../../../src/domain/context.js";
import {
  addMember,
  changeMemberRole,
  listMembers,
  removeMember,
} from "../../../src/domain/organisations/members.js";
import {
  deleteOrganisation,
  getOrganisation,
  updateOrganisation,
} from "../../../src/domain/organisations/organisations.js";
import {
  createOrganisationRole,
  deleteOrganisationRole,
  listOrganisationRoles,
  updateOrganisationRole,
} from "../../../src/domain/organisations/custom-roles.js";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { callerOf } from "../../support/app/caller.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const BILLING = { name: "billing", label: "Billing", rights: ["members.read"] };

describe("The roles of an organisation", () => {
  const world = useWorld();
  let owner: User;
  let admin: User;
  let member: User;
  beforeEach(async () => {
    [owner, admin, member] = [await world.make.user(), await world.make.user(), await world.make.user()];
    await makeOrganisation(world, owner, { admin, member });
  });

  const as = (user: User): Promise<ActorCall> => callerOf(world.services, user);
  const create = async (user: User, role: Partial<typeof BILLING>) =>
    createOrganisationRole(await as(user), "acme", { ...BILLING, ...role });
  const give = async (user: User, to: User, role: string) =>
    changeMemberRole(await as(user), "acme", to.id, role);
  const rejected = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was rejected"),
      (error: unknown) => error,
    );

  it("are the built-in ones, then its own by name", async () => {
    await create(owner, {});
    await create(owner, { name: "accounts", label: "Accounts", rights: [] });
    const roles = await listOrganisationRoles(await as(member), "acme");
    expect(roles.map(({ name, label, isBuiltIn }) => [name, label, isBuiltIn])).to.deep.equal([
      ["owner", null, true],
      ["admin", null, true],
      ["member", null, true],
      ["accounts", "Accounts", false],
      ["billing", "Billing", false],
    ]);
    expect(roles.slice(2).map(({ rights }) => rights)).to.deep.equal([
      ["organisation.read", "members.read"],
      ["organisation.read"],
      ["organisation.read", "members.read"],
    ]);
  });

  it("allow what they say, from the next request after a change", async () => {
    await create(owner, { rights: [] });
    await give(owner, member, "billing");
    const rename = async () => updateOrganisation(await as(member), "acme", { name: "Renamed" });
    expect((await getOrganisation(await as(member), "acme")).organisation.name).to.equal("Acme");
    const list = async () =>
      listMembers(await as(member), "acme", { sort: "created_at", page: 1, perPage: 10 });
    expect(await rejected(list())).to.be.instanceOf(ActionForbidden);
    expect(await rejected(rename())).to.be.instanceOf(ActionForbidden);
    await updateOrganisationRole(await as(owner), "acme", "billing", {
      rights: ["members.read", "organisation.update"],
    });
    expect((await list()).items.find(({ id }) => id === member.id)).to.include({
      ...{ role: "billing", role_label: "Billing" },
    });
    await rename();
  });

  it("are created, changed and deleted on the record", async () => {
    await create(admin, {});
    await updateOrganisationRole(await as(admin), "acme", "billing", { label: "Accounts" });
    await updateOrganisationRole(await as(admin), "acme", "billing", { label: "Accounts" });
    await deleteOrganisationRole(await as(admin), "acme", "billing");
    expect(
      await world.services
        .knex("activity_log")
        .where("event", "like", "organisation_role%")
        .orderBy("id")
        .pluck("event"),
    ).to.deep.equal(["organisation_role_created", "organisation_role_updated", "organisation_role_deleted"]);
  });

  it("stay as long as someone has them, also a deleted account", async () => {
    await create(owner, {});
    await give(owner, member, "billing");
    await world.services.knex("users").where({ id: member.id }).update({ deleted_at: Date.now() });
    const remove = async () => deleteOrganisationRole(await as(owner), "acme", "billing");
    expect(await rejected(remove())).to.be.instanceOf(ValidationFailed);
    await world.services.knex("users").where({ id: member.id }).update({ deleted_at: null });
    await give(owner, member, "member");
    await remove();
    expect(await world.services.knex("organisation_roles").pluck("name")).to.be.empty;
  });

  it("belong to one organisation, and are deleted with it", async () => {
    const other = await world.make.user();
    await makeOrganisation(world, other, {}, { name: "Other", slug: "other" });
    await create(owner, {});
    const root = await world.make.user({ role: "system_admin" });
    const given = addMember(await as(root), "other", { userId: member.id, role: "billing" });
    expect(await rejected(given)).to.be.instanceOf(ValidationFailed);
    await createOrganisationRole(await as(other), "other", { ...BILLING, label: "Others" });
    await deleteOrganisation(await as(owner), "acme");
    expect(await world.services.knex("organisation_roles").pluck("label")).to.deep.equal(["Others"]);
  });

  it("can't allow more than the own role of who makes, changes, gives or takes them", async () => {
    const all = ["organisation.delete", "members.read"];
    expect(await rejected(create(admin, { rights: all }))).to.be.instanceOf(ActionForbidden);
    await create(owner, { rights: all });
    const change = async () => updateOrganisationRole(await as(admin), "acme", "billing", { label: "Mine" });
    const raise = async () => updateOrganisationRole(await as(admin), "acme", "clerks", { rights: all });
    await create(admin, { name: "clerks", rights: ["members.update", "members.delete", "roles.update"] });
    await give(admin, member, "clerks");
    for (const work of [
      change(),
      raise(),
      give(admin, member, "billing"),
      (async () => deleteOrganisationRole(await as(admin), "acme", "billing"))(),
      // a clerk can't change the organisation, and an admin can
      give(member, member, "admin"),
      give(member, admin, "clerks"),
      (async () => removeMember(await as(member), "acme", admin.id))(),
      create(member, { name: "more", rights: ["organisation.update"] }),
    ])
      expect(await rejected(work)).to.be.instanceOf(ActionForbidden);
    await give(owner, admin, "billing");
    expect(await rejected(give(member, admin, "clerks"))).to.be.instanceOf(ActionForbidden);
  });

  it("can't be made by members, and are no business of others", async () => {
    expect(await rejected(create(member, {}))).to.be.instanceOf(ActionForbidden);
    expect(await rejected(create(await world.make.user(), {}))).to.be.instanceOf(RowNotFound);
  });

  it("reject what can't be a name, a label or a right, and the built-in roles", async () => {
    await create(owner, {});
    const fieldsOf = async (input: object): Promise<string[]> => {
      const error = await rejected(create(owner, { name: "free", ...input }));
      return error instanceof ValidationFailed ? Object.keys(error.fields) : [String(error)];
    };
    for (const name of ["billing", "owner", "create", "a", "A b", "1a", "ü", "a".repeat(17)])
      expect(await fieldsOf({ name }), name).to.deep.equal(["name"]);
    for (const label of [" ", "a".repeat(51), "a\u0007"])
      expect(await fieldsOf({ label })).to.deep.equal(["label"]);
    expect(await fieldsOf({ rights: ["members.eat"] })).to.deep.equal(["rights"]);
    for (const name of ["owner", "none", "ü"]) {
      const change = updateOrganisationRole(await as(owner), "acme", name, { label: "Boss" });
      expect(await rejected(change)).to.be.instanceOf(RowNotFound);
      if (name !== "owner")
        expect(await rejected(give(owner, member, name))).to.be.instanceOf(ValidationFailed);
    }
  });

  it("are at most 50", async () => {
    for (let n = 0; n < 50; n++) await create(owner, { name: `role-${n}` });
    expect(await rejected(create(owner, { name: "more" }))).to.be.instanceOf(ActionForbidden);
  });
});
