import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const LIST = "/organisations";
const ACME = "/organisations/acme";
const ALL = "/admin/organisations";
const FIELDS = { name: "Acme", slug: "acme" };

describe("The pages of organisations", () => {
  const world = useWorld();
  let admin: User;
  beforeEach(async () => {
    world.freezeTime();
    admin = await world.make.user({ role: "system_admin", first_name: "Ada", last_name: "Lovelace" });
  });
  const as = async (user: User): Promise<Visitor> => (await world.signedIn(user)).visitor;
  const member = (): Promise<User> => world.make.user({ first_name: "Grace", last_name: "Hopper" });
  const letCreate = (who: string) => world.services.settings.write({ "organisations.create": who });

  it("create one, whose owner is its maker, and list it among the own ones and all", async () => {
    const visitor = await as(admin);
    await visitor.get(`${LIST}/create`);
    const answer = await visitor.submit(LIST, FIELDS);
    expect(answer.headers["location"]).to.equal(ACME);
    expect(textOf(await visitor.get(ACME)))
      .to.contain("The organisation Acme was created.")
      .and.to.match(/Your role\s+Owner/);
    expect(textOf(await visitor.get(`${ACME}/members`))).to.contain("Ada Lovelace You");
    expect(textOf(await visitor.get(LIST))).to.match(/Acme Owner Member since/);
    await makeOrganisation(world, admin, {}, { name: "Bolts", slug: "bolts" });
    const found = async (query: string): Promise<string> => textOf(await visitor.get(ALL + query));
    expect(await found("")).to.match(/Acme acme .* Bolts bolts/);
    expect(await found("?search=bol"))
      .to.contain("Bolts bolts")
      .and.not.to.contain("Acme acme");
    expect(await found("?search=nothing")).to.contain("Nothing matches “nothing”.");
  });

  it("lead to each other by tabs, as far as the reader may open them", async () => {
    const [manager, grace] = [await world.make.user(), await member()];
    await makeOrganisation(world, admin, { admin: manager, member: grace });
    const tabs = async (user: User, path = ACME): Promise<string[]> => {
      const { text } = await (await as(user)).get(path);
      return [...text.matchAll(/class="nav-link( active)?" aria-current="(\w+)"\s+href="([^"]+)"/g)].map(
        ([, , current, to]) => `${to!}${current === "page" ? " (here)" : ""}`,
      );
    };
    const ofMember = [`${ACME} (here)`, `${ACME}/members`, `${ACME}/roles`];
    expect(await tabs(grace)).to.deep.equal(ofMember);
    const all = [
      "",
      "/members",
      "/invitations",
      "/join-requests",
      "/roles",
      "/applications",
      "/domains",
      "/rules",
    ];
    for (const here of all)
      expect(await tabs(manager, ACME + here)).to.deep.equal(
        all.map((tab) => ACME + tab + (tab === here ? " (here)" : "")),
      );
    const sections = async (user: User) =>
      [...(await (await as(user)).get(ACME)).text.matchAll(/<h2[^>]* id="(\w+)-title"/g)].map(([, id]) => id);
    expect(await sections(admin)).to.include.members(["edit", "delete"]);
    expect(await sections(manager))
      .to.include("edit")
      .and.not.include("delete");
    expect(await sections(grace)).to.deep.equal(["details"]);
  });

  it("are in the account menu of members and of those who can create one", async () => {
    const grace = await member();
    const entry = `href="${LIST}"`;
    const menu = async (user: User): Promise<string> => (await (await as(user)).get("/profile")).text;
    expect(await menu(grace)).not.to.contain(entry);
    expect(await menu(admin)).to.contain(entry);
    await makeOrganisation(world, admin, { member: grace });
    expect(await menu(grace)).to.contain(entry);
    const alan = await world.make.user();
    expect(await menu(alan)).not.to.contain(entry);
    await letCreate("everyone");
    expect(await menu(alan)).to.contain(entry);
  });

  it("are found by the search: the list, the form for a new one, and the page that was open last", async () => {
    await makeOrganisation(world, admin);
    const visitor = await as(admin);
    const found = async (query: string): Promise<string> =>
      (await visitor.get(`/search/results?${query}`)).text;
    expect(await found("q=organisation"))
      .to.contain(`"to":"${LIST}"`)
      .and.contain(`"to":"${ALL}"`)
      .and.contain(`"to":"${LIST}/create"`);
    expect(await found(`recent=${ACME}`)).to.contain('"label":"Acme"');
  });

  it("change the name and the short name, which is then in the address", async () => {
    await makeOrganisation(world, admin);
    const visitor = await as(admin);
    await visitor.get(ACME);
    const answer = await visitor.put(ACME, { _version: "1", name: "Acme Works", slug: "works" });
    expect(answer.headers["location"]).to.equal(`${LIST}/works`);
    expect(textOf(await visitor.get(`${LIST}/works`))).to.contain("Acme Works");
    expect((await visitor.get(ACME)).status).to.equal(404);
  });

  it("show what someone else has changed, and save over it only after that", async () => {
    const { id } = await makeOrganisation(world, admin);
    const visitor = await as(admin);
    await visitor.get(ACME);
    await world.services.knex("organisations").where({ id }).update({ name: "Acme Ltd", version: 2 });
    const typed = { name: "Acme Works", slug: "acme" };
    const answer = await visitor.put(ACME, { ...typed, _version: "1" });
    expect(answer.status).to.equal(409);
    expect(textOf(answer)).to.contain("Someone else changed this").and.contain("Name : Acme Ltd");
    expect(answer.text).to.contain('value="Acme Works"').and.contain('name="_version" value="2"');
    expect((await visitor.put(ACME, { ...typed, _version: "2" })).status).to.equal(303);
  });

  it("delete one after a question, with a recent password", async () => {
    await makeOrganisation(world, admin);
    const visitor = await as(admin);
    expect(textOf(await visitor.get(ACME))).to.contain("Delete Acme");
    const answer = await visitor.delete(ACME, { current_password: PASSWORD });
    expect(answer.headers["location"]).to.equal(ALL);
    expect(textOf(await visitor.get(ALL))).to.contain("The organisation Acme was deleted.");
    expect((await visitor.get(ACME)).status).to.equal(404);
  });

  it("let a member leave, who then can't see it", async () => {
    const grace = await member();
    await makeOrganisation(world, admin, { member: grace });
    const visitor = await as(grace);
    await visitor.get(ACME);
    const answer = await visitor.delete(`${ACME}/membership`);
    expect(answer.headers["location"]).to.equal(LIST);
    expect(textOf(await visitor.get(LIST)))
      .to.contain("You left Acme.")
      .and.contain("You aren't a member of an organisation.");
    expect((await visitor.get(ACME)).status).to.equal(404);
  });

  it("reject wrong fields, and a short name of another organisation", async () => {
    await makeOrganisation(world, admin);
    const visitor = await as(admin);
    await visitor.get(`${LIST}/create`);
    const empty = await visitor.submit(LIST);
    expect(empty.status).to.equal(422);
    for (const slug of ["-acme", "a", "Acme!", "create"]) {
      const answer = await visitor.submit(LIST, { name: "Bolts", slug });
      expect(answer.status, slug).to.equal(422);
      expect(answer.text).to.contain('value="Bolts"').and.contain('href="#slug"');
    }
    const taken = await visitor.submit(LIST, { name: "Other", slug: "acme" });
    expect(textOf(taken)).to.contain("Another organisation has this");
  });

  it("are closed to people without a right: create by the setting, and others' organisations", async () => {
    const grace = await member();
    await makeOrganisation(world, admin);
    const visitor = await as(grace);
    await visitor.get("/profile");
    const create = async (): Promise<number[]> => [
      (await visitor.get(`${LIST}/create`)).status,
      (await visitor.submit(LIST, { name: "Bolts", slug: "bolts" })).status,
    ];
    expect(await create()).to.deep.equal([403, 403]);
    for (const answer of [await visitor.get(ACME), await visitor.put(ACME, FIELDS)])
      expect(answer.status).to.equal(404);
    expect((await visitor.get(ALL)).status).to.equal(403);
    await letCreate("nobody");
    expect((await (await as(admin)).get(`${LIST}/create`)).status).to.equal(403);
    await letCreate("everyone");
    expect(await create()).to.deep.equal([200, 303]);
  });
});
