import { expect } from "chai";
import type { User } from "../../src/models/user.js";
import { queuedMails } from "../support/app/mails.js";
import { useWorld } from "../support/app/world.js";
import { makeDirectory, type Directory } from "../support/scim/directory.js";

const ADA = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: "Ada@Acme.example",
  name: { givenName: "Ada", familyName: "Lovelace" },
  externalId: "00u1",
  active: true,
};

describe("Users of SCIM", () => {
  const world = useWorld();
  let owner: User;
  let directory: Directory;
  beforeEach(async () => {
    owner = await world.make.user({ email: "owner@elsewhere.example" });
    directory = await makeDirectory(world, owner);
  });
  const membership = (userId: string) =>
    world.services
      .knex("memberships")
      .where({ organisation_id: directory.organisationId, user_id: userId })
      .first("role");
  const account = async (id: string) => (await world.services.knex("users").where({ id }).first()) as User;
  const detail = (answer: { status: number; body: unknown }) => {
    const { scimType, detail } = answer.body as { scimType?: string; detail: string };
    return [answer.status, scimType, detail];
  };

  it("creates an account without a password, whose address is verified, and makes it a member", async () => {
    const created = await directory.post("/Users", ADA).expect(201);
    const { id, meta, ...shown } = created.body as { id: string; meta: { location: string } };
    expect(created.headers["content-type"]).to.match(/^application\/scim\+json/);
    expect(created.headers["location"]).to.equal(`http://localhost:3000/scim/v2/Users/${id}`);
    expect(meta.location).to.equal(created.headers["location"]);
    expect(shown).to.deep.equal({
      ...ADA,
      userName: "ada@acme.example",
      displayName: "Ada Lovelace",
      emails: [{ value: "ada@acme.example", type: "work", primary: true }],
    });
    const user = await account(id);
    expect([user.password, user.email_verified_at !== null]).to.deep.equal([null, true]);
    expect(await membership(id)).to.deep.equal({ role: "member" });
    expect(await world.services.knex("mails")).to.be.empty;
    expect((await directory.get(`/Users/${id}`)).body).to.deep.equal(created.body);
    const rows = (await world.services
      .knex("activity_log")
      .whereIn("event", ["user_created", "membership_created"])
      .orderBy("id")) as { event: string; actor_id: string | null; changes: string }[];
    expect(rows.map(({ event, actor_id }) => [event, actor_id])).to.deep.equal([
      ["user_created", null],
      ["membership_created", null],
    ]);
    for (const { changes } of rows)
      expect(JSON.parse(changes)).to.have.property("provisioning_token", "Entra ID");
  });

  it("makes a verified account of the same address a member, and leaves its name alone", async () => {
    const user = await world.make.user({
      email: "ada@acme.example",
      first_name: "Augusta",
      email_verified_at: 1,
    });
    const { body } = await directory.post("/Users", ADA).expect(201);
    expect((body as { id: string; name: object }).id).to.equal(user.id);
    await directory
      .patch(`/Users/${user.id}`, { op: "replace", path: "name.givenName", value: "Ada" })
      .expect(200);
    expect((await account(user.id)).first_name).to.equal("Augusta");
    const moved = { op: "replace", path: "userName", value: "countess@acme.example" };
    expect(detail(await directory.patch(`/Users/${user.id}`, moved)).slice(0, 2)).to.deep.equal([
      400,
      "mutability",
    ]);
  });

  for (const [product, operation] of [
    ["Entra ID", { op: "Replace", path: "active", value: "False" }],
    ["Okta", { op: "replace", value: { active: false } }],
    ["another", { op: "add", path: "urn:ietf:params:scim:schemas:core:2.0:User:ACTIVE", value: false }],
  ] as const)
    it(`ends the membership as ${product} deactivates, keeps the account, and begins it again`, async () => {
      const id = await directory.add("ada@acme.example", { externalId: "00u1" });
      const left = await directory.patch(`/Users/${id}`, operation).expect(200);
      expect(left.body).to.include({ id, active: false, externalId: "00u1" });
      expect([await membership(id), (await account(id)).deleted_at]).to.deep.equal([undefined, null]);
      expect(await directory.list('/Users?filter=userName eq "ada@acme.example"')).to.have.lengthOf(1);
      expect(detail(await directory.post("/Users", ADA))[0]).to.equal(409);
      await directory.patch(`/Users/${id}`, { op: "replace", value: { active: true } }).expect(200);
      expect(await membership(id)).to.deep.equal({ role: "member" });
    });

  it("lists members that it hasn't provisioned, and can end their membership", async () => {
    const grace = await world.make.user({ email: "grace@elsewhere.example" });
    await world.services
      .knex("memberships")
      .insert({ organisation_id: directory.organisationId, user_id: grace.id, role: "admin", created_at: 0 });
    expect((await directory.list("/Users")).map(({ userName }) => userName)).to.have.members([
      "owner@elsewhere.example",
      "grace@elsewhere.example",
    ]);
    await directory.patch(`/Users/${grace.id}`, { op: "replace", path: "active", value: false }).expect(200);
    expect(await membership(grace.id)).to.equal(undefined);
    expect((await directory.get(`/Users/${grace.id}`)).body).to.include({ active: false });
    // the domain of the address isn't the organisation's
    const back = await directory.patch(`/Users/${grace.id}`, { op: "replace", path: "active", value: true });
    expect(detail(back).slice(0, 2)).to.deep.equal([400, "invalidValue"]);
  });

  it("changes the name, the address and the external id of whom it made, and tells the former address", async () => {
    const id = await directory.add("ada@acme.example", { externalId: "00u1" });
    const { body } = await directory
      .patch(
        `/Users/${id}`,
        { op: "Replace", path: "userName", value: "Countess@acme.example" },
        { op: "Add", path: "name.familyName", value: "King" },
        { op: "Add", value: { "name.givenName": "Augusta", title: "Countess" } },
        { op: "Add", path: 'emails[type eq "work"].value', value: "other@acme.example" },
        {
          op: "Add",
          path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
          value: "Engines",
        },
        { op: "remove", path: "externalId" },
      )
      .expect(200);
    expect(body).to.include({ userName: "countess@acme.example", displayName: "Augusta King" });
    expect(body).not.to.have.property("externalId");
    const user = await account(id);
    expect([user.email, user.email_verified_at !== null]).to.deep.equal(["countess@acme.example", true]);
    const mails = await queuedMails(world.services);
    expect(mails.map(({ kind, to }) => [kind, to])).to.deep.equal([["email_changed", "ada@acme.example"]]);
  });

  it("replaces a whole resource, and takes a missing name from the display name or the address", async () => {
    const id = await directory.add("ada@acme.example", { displayName: "Ada King Lovelace", externalId: "1" });
    expect((await directory.get(`/Users/${id}`)).body).to.have.deep.property("name", {
      givenName: "Ada King",
      familyName: "Lovelace",
    });
    const { body } = await directory
      .put(`/Users/${id}`, { ...ADA, externalId: undefined, active: false })
      .expect(200);
    expect(body)
      .to.include({ active: false, displayName: "Ada Lovelace" })
      .and.not.have.property("externalId");
    const other = await directory.add("bob@acme.example");
    expect((await directory.get(`/Users/${other}`)).body).to.have.deep.property("name", {
      givenName: "bob",
      familyName: "bob",
    });
  });

  it("finds people by address in any case, external id, id and activity, a page at a time", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c"])
      ids.push(await directory.add(`${name}@acme.example`, { externalId: `id-${name}` }));
    await directory.patch(`/Users/${ids[1]}`, { op: "replace", value: { active: false } });
    const found = async (filter: string) =>
      (await directory.list(`/Users?filter=${encodeURIComponent(filter)}`)).map(
        ({ userName }) => (userName as string)[0],
      );
    expect(await found('USERNAME eq "B@ACME.example"')).to.deep.equal(["b"]);
    expect(await found('externalId eq "id-c"')).to.deep.equal(["c"]);
    expect(await found(`id eq "${ids[0]}" and active eq true`)).to.deep.equal(["a"]);
    expect(await found('emails[type eq "work" and value eq "c@acme.example"]')).to.deep.equal(["c"]);
    expect(await found('userName eq "a@acme.example" or (active eq false)')).to.deep.equal(["a", "b"]);
    expect(await found('id eq "é"')).to.deep.equal([]);
    expect(await found('userName eq "\\"quoted\\"@acme.example"')).to.deep.equal([]);
    const pages: unknown[] = [];
    for (const start of [1, 3, 5]) {
      const { body } = await directory
        .get(`/Users?startIndex=${start}&count=2&attributes=userName`)
        .expect(200);
      const { totalResults, startIndex, itemsPerPage, Resources } = body as Record<string, unknown[]>;
      expect([totalResults, startIndex]).to.deep.equal([4, start]);
      expect(itemsPerPage).to.equal(Resources!.length);
      pages.push(...Resources!.map((one) => Object.keys(one as object)));
    }
    expect(pages).to.have.lengthOf(4);
    expect(pages[0]).to.deep.equal(["schemas", "id", "userName"]);
    expect((await directory.get("/Users?count=0").expect(200)).body).to.include({
      totalResults: 4,
      itemsPerPage: 0,
    });
  });

  it("forgets a person when it deletes one, and can provision the person anew", async () => {
    const id = await directory.add("ada@acme.example", { externalId: "00u1" });
    expect((await directory.delete(`/Users/${id}`).expect(204)).text).to.equal("");
    await directory.get(`/Users/${id}`).expect(404);
    expect((await account(id)).deleted_at).to.equal(null);
    expect(await directory.add("ada@acme.example", { externalId: "00u1" })).to.equal(id);
  });

  it("gives an external id again when its account was deleted", async () => {
    const id = await directory.add("ada@acme.example", { externalId: "00u1" });
    await world.services.knex("users").where({ id }).update({ deleted_at: 1 });
    await directory.get(`/Users/${id}`).expect(404);
    expect(await directory.add("ada@acme.example", { externalId: "00u1" })).not.to.equal(id);
  });

  it("rejects an address at another domain, one that is taken and one that its owner hasn't verified", async () => {
    const other = await directory.post("/Users", { userName: "ada@elsewhere.example" });
    expect(detail(other)).to.deep.equal([
      400,
      "invalidValue",
      "The address isn't at a verified domain of the organisation.",
    ]);
    await world.services.knex("organisation_domains").update({ verified_at: null, verified_domain: null });
    expect(detail(await directory.post("/Users", ADA))[0]).to.equal(400);
    await world.services
      .knex("organisation_domains")
      .update({ verified_at: 1, verified_domain: "acme.example" });
    await world.make.user({ email: "ada@acme.example", email_verified_at: null });
    expect(detail(await directory.post("/Users", ADA)).slice(0, 2)).to.deep.equal([409, "uniqueness"]);
    const id = await directory.add("bob@acme.example", { externalId: "1" });
    expect(
      detail(await directory.post("/Users", { userName: "BOB@acme.example" })).slice(0, 2),
    ).to.deep.equal([409, "uniqueness"]);
    expect(
      detail(await directory.post("/Users", { userName: "eve@acme.example", externalId: "1" }))[0],
    ).to.equal(409);
    // nothing of a rejected request stays
    expect(await world.services.knex("users").where({ email: "eve@acme.example" })).to.be.empty;
    for (const [value, status] of [
      ["ada@acme.example", 409],
      ["bob@elsewhere.example", 400],
      ["bob", 400],
      [5, 400],
    ] as const)
      expect(
        detail(await directory.patch(`/Users/${id}`, { op: "replace", path: "userName", value }))[0],
        `${value}`,
      ).to.equal(status);
    expect((await account(id)).email).to.equal("bob@acme.example");
  });

  it("leaves owners, and members with more rights than admins, to the organisation itself", async () => {
    const { organisationId: organisation_id } = directory;
    const { knex } = world.services;
    const role = {
      organisation_id,
      name: "closer",
      label: "Closer",
      rights: "organisation.delete",
      created_at: 0,
      updated_at: 0,
    };
    await knex("organisation_roles").insert(role);
    const closer = await world.make.user();
    await knex("memberships").insert({ organisation_id, user_id: closer.id, role: "closer", created_at: 0 });
    for (const { id } of [owner, closer]) {
      expect(
        detail(await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false }))[0],
      ).to.equal(403);
      expect(detail(await directory.delete(`/Users/${id}`))[0]).to.equal(403);
      expect(await membership(id)).not.to.equal(undefined);
    }
  });

  for (const [name, body, scimType] of [
    ["no operations", {}, "invalidSyntax"],
    ["an unknown operation", { Operations: [{ op: "move", path: "active" }] }, "invalidSyntax"],
    ["an operation that isn't an object", { Operations: [null] }, "invalidSyntax"],
    [
      "a path that can't be read",
      { Operations: [{ op: "replace", path: "emails[", value: 1 }] },
      "invalidPath",
    ],
    [
      "a path to prototypes",
      { Operations: [{ op: "add", path: "__proto__.polluted", value: 1 }] },
      "invalidPath",
    ],
    ["a removal without a path", { Operations: [{ op: "remove" }] }, "noTarget"],
    ["the removal of the address", { Operations: [{ op: "remove", path: "userName" }] }, "mutability"],
    [
      "activity that isn't a boolean",
      { Operations: [{ op: "replace", path: "active", value: "no" }] },
      "invalidValue",
    ],
    [
      "a name of control characters",
      { Operations: [{ op: "replace", path: "name.givenName", value: "\u0007" }] },
      "invalidValue",
    ],
    [
      "1001 operations",
      { Operations: Array(1001).fill({ op: "add", path: "title", value: "x" }) },
      "tooMany",
    ],
  ] as const)
    it(`rejects a PATCH with ${name}`, async () => {
      const id = await directory.add("ada@acme.example");
      expect(detail(await directory.send("patch", `/Users/${id}`, body)).slice(0, 2)).to.deep.equal([
        400,
        scimType,
      ]);
      expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
    });

  for (const filter of [
    "userName",
    'userName co "a"',
    'nickName eq "a"',
    "userName eq 1",
    "(".repeat(900),
    `userName eq "${"x".repeat(1000)}"`,
    "not (active eq true)",
  ])
    it(`rejects the filter ${filter.slice(0, 30)}`, async () => {
      expect(
        detail(await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).slice(0, 2),
      ).to.deep.equal([400, "invalidFilter"]);
    });
});
