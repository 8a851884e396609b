import { expect } from "chai";
import type { ActorCall } from "../../../src/domain/context.js";
import {
  addMember,
  changeMemberRole,
  LastOwner,
  leaveOrganisation,
  listMembers,
  removeMember,
} from "../../../src/domain/organisations/members.js";
import {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOrganisations,
  listOwnOrganisations,
  updateOrganisation,
} from "../../../src/domain/organisations/organisations.js";
import type { BuiltInRole } from "../../../src/domain/organisations/organisation-roles.js";
import { checkLists } from "../../../src/domain/upkeep/lists.js";
import { ActionForbidden, RowNotFound, ValidationFailed, VersionStale } from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { callerOf } from "../../support/app/caller.js";
import { useWorld } from "../../support/app/world.js";

const PAGE = { sort: "-created_at", page: 1, perPage: 10 };
const ACME = { name: "Acme", slug: "acme" };

describe("Organisations", () => {
  const world = useWorld();
  let admin: User;
  let grace: User;
  beforeEach(async () => {
    admin = await world.make.user({ role: "system_admin" });
    grace = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
  });

  const as = (user: User): Promise<ActorCall> => callerOf(world.services, user);
  const add = async (user: User, role: BuiltInRole = "member") =>
    addMember(await as(admin), ACME.slug, { userId: user.id, role });
  const membersOf = async (filters: object = {}): Promise<string[]> =>
    (await listMembers(await as(admin), ACME.slug, { ...PAGE, ...filters })).items.map(({ id }) => id);
  const rejected = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was rejected"),
      (error: unknown) => error,
    );
  const recorded = async (): Promise<unknown[]> =>
    (await world.services
      .knex("activity_log")
      .where({ subject_type: "organisation" })
      .orderBy("id")
      .pluck("event")) as unknown[];

  it("are created with their maker as owner, found by id and slug, and deleted with their memberships", async () => {
    const { id } = await createOrganisation(await as(admin), { name: " Acme ", slug: "acme" });
    for (const key of [id, "acme", "ACME"]) {
      const { organisation, ownRole } = await getOrganisation(await as(admin), key);
      expect([organisation.name, ownRole?.name]).to.deep.equal(["Acme", "owner"]);
    }
    await deleteOrganisation(await as(admin), id);
    expect(await world.services.knex("memberships").pluck("role")).to.be.empty;
    expect(await recorded()).to.deep.equal(["organisation_created", "organisation_deleted"]);
    expect(Object.values(await checkLists(world.services.knex, false))).to.deep.equal([0, 0, 0, 0, 0]);
  });

  it("are listed by words of their names and slugs", async () => {
    for (const [name, slug] of [
      ["Acme Şirketi", "acme"],
      ["Bolts", "bolts-and-nuts"],
    ])
      await createOrganisation(await as(admin), { name: name!, slug: slug! });
    const found = async (search: string): Promise<string[]> => {
      const { items } = await listOrganisations(await as(admin), { ...PAGE, sort: "name", search });
      return items.map(({ slug }) => slug);
    };
    expect(await found("")).to.deep.equal(["acme", "bolts-and-nuts"]);
    expect(await found("şirketi")).to.deep.equal(["acme"]);
    expect(await found("nuts bol")).to.deep.equal(["bolts-and-nuts"]);
    await updateOrganisation(await as(admin), "acme", { name: "Screws" });
    expect(await found("şirketi")).to.be.empty;
    expect(await found("screws")).to.deep.equal(["acme"]);
  });

  it("have members, newest first, by role and by words", async () => {
    await createOrganisation(await as(admin), ACME);
    world.advance(1000);
    await add(grace);
    expect(await membersOf()).to.deep.equal([grace.id, admin.id]);
    expect(await membersOf({ role: "owner" })).to.deep.equal([admin.id]);
    expect(await membersOf({ search: "grace@" })).to.deep.equal([grace.id]);
    const first = await listMembers(await as(grace), "acme", { ...PAGE, perPage: 1 });
    const second = await listMembers(await as(grace), "acme", {
      ...{ ...PAGE, perPage: 1 },
      ...{ cursor: first.next! },
    });
    expect([first.total, first.items[0]!.id, second.items[0]!.id]).to.deep.equal([2, grace.id, admin.id]);
    expect(second.next).to.equal(null);
  });

  it("leave out members whose accounts are deleted, who have their membership again when they are restored", async () => {
    await createOrganisation(await as(admin), ACME);
    await add(grace, "owner");
    await world.services.knex("users").where({ id: grace.id }).update({ deleted_at: Date.now() });
    expect(await membersOf()).to.deep.equal([admin.id]);
    expect(await rejected(leaveOrganisation(await as(admin), "acme"))).to.be.instanceOf(LastOwner);
    await world.services.knex("users").where({ id: grace.id }).update({ deleted_at: null });
    expect(await membersOf()).to.have.members([admin.id, grace.id]);
  });

  it("show members of a higher rank to other members only", async () => {
    await createOrganisation(await as(admin), ACME);
    await add(grace);
    await world.make.role("clerk", 3, ["organisations.read", "organisations.update"]);
    const clerk = await world.make.user({ role: "clerk" });
    const seenBy = async (user: User): Promise<string[]> =>
      (await listMembers(await as(user), "acme", PAGE)).items.map(({ id }) => id);
    expect(await seenBy(clerk)).to.deep.equal([grace.id]);
    expect(await rejected(removeMember(await as(clerk), "acme", admin.id))).to.be.instanceOf(RowNotFound);
    expect(await seenBy(grace)).to.have.members([admin.id, grace.id]);
  });

  it("change roles, and always keep an owner", async () => {
    await createOrganisation(await as(admin), ACME);
    expect(await rejected(changeMemberRole(await as(admin), "acme", admin.id, "member"))).to.be.instanceOf(
      LastOwner,
    );
    expect(await rejected(removeMember(await as(admin), "acme", admin.id))).to.be.instanceOf(LastOwner);
    await add(grace);
    await changeMemberRole(await as(admin), "acme", grace.id, "owner");
    await leaveOrganisation(await as(admin), "acme");
    expect(await listOwnOrganisations(await as(admin))).to.be.empty;
    expect(await listOwnOrganisations(await as(grace))).to.have.length(1);
    expect(await recorded()).to.deep.equal([
      "organisation_created",
      "membership_created",
      "membership_updated",
      "membership_deleted",
    ]);
  });

  it("let admins manage members, but not owners", async () => {
    const ada = await world.make.user();
    await createOrganisation(await as(admin), ACME);
    await add(grace, "admin");
    await add(ada);
    await changeMemberRole(await as(grace), "acme", ada.id, "admin");
    for (const work of [
      async () => changeMemberRole(await as(grace), "acme", ada.id, "owner"),
      async () => changeMemberRole(await as(grace), "acme", admin.id, "member"),
      async () => removeMember(await as(grace), "acme", admin.id),
      async () => deleteOrganisation(await as(grace), "acme"),
      async () => addMember(await as(grace), "acme", { userId: ada.id, role: "member" }),
    ])
      expect(await rejected(work())).to.be.instanceOf(ActionForbidden);
    await removeMember(await as(grace), "acme", ada.id);
    expect(await rejected(getOrganisation(await as(ada), "acme"))).to.be.instanceOf(RowNotFound);
  });

  it("are created by everyone, administrators or nobody", async () => {
    const create = async (user: User, slug: string) => createOrganisation(await as(user), { ...ACME, slug });
    expect(await rejected(create(grace, "grace"))).to.be.instanceOf(ActionForbidden);
    await world.services.settings.write({ "organisations.create": "everyone" });
    await create(grace, "grace");
    await world.services.settings.write({ "organisations.create": "nobody" });
    expect(await rejected(create(admin, "none"))).to.be.instanceOf(ActionForbidden);
  });

  it("reject what can't be a name or an address, stale versions, and people who aren't there or are members", async () => {
    await createOrganisation(await as(admin), ACME);
    const fieldsOf = async (input: object): Promise<string[]> => {
      const error = await rejected(createOrganisation(await as(admin), { ...ACME, slug: "free", ...input }));
      return error instanceof ValidationFailed ? Object.keys(error.fields) : [String(error)];
    };
    for (const slug of ["acme", "a", "-a", "a-", "A b", "create", admin.id, "a".repeat(49)])
      expect(await fieldsOf({ slug }), slug).to.deep.equal(["slug"]);
    for (const name of [" ", "a".repeat(101), "a\u0007"])
      expect(await fieldsOf({ name })).to.deep.equal(["name"]);
    expect(
      await rejected(updateOrganisation(await as(admin), "acme", { name: "B" }, (version) => version === 2)),
    ).to.be.instanceOf(VersionStale);
    for (const userId of [admin.id, "00000000-0000-4000-8000-000000000000", "ü"])
      expect(await rejected(addMember(await as(admin), "acme", { userId, role: "member" }))).to.be.instanceOf(
        ValidationFailed,
      );
  });
});
