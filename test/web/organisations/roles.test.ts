import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ROLES = "/organisations/acme/roles";
const BILLING = { name: "billing", label: "Billing", rights: ["", "members.read"] };

describe("The pages of an organisation's roles", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  beforeEach(async () => {
    owner = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
    member = await world.make.user({ first_name: "Ada", last_name: "Lovelace" });
    await makeOrganisation(world, owner, { member });
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };

  it("create one, which can then be given to a member and found in the list of members", async () => {
    const visitor = await as(owner);
    expect(textOf(await visitor.get(`${ROLES}/create`))).to.contain("New organisation role");
    expect((await visitor.submit(ROLES, BILLING)).headers["location"]).to.equal(ROLES);
    expect(textOf(await visitor.get(ROLES)))
      .to.contain("The role Billing was created.")
      .and.match(/Billing billing See the organisation See the members/);
    await visitor.put(`/organisations/acme/members/${member.id}`, { role: "billing" });
    const found = async (role: string): Promise<string> =>
      textOf(await visitor.get(`/organisations/acme/members?role=${role}`));
    expect(await found("billing"))
      .to.contain("The role of Ada Lovelace is now: Billing.")
      .and.contain(member.email);
    expect(await found("owner")).not.to.contain(member.email);
    expect(textOf(await (await as(member)).get("/organisations/acme"))).to.match(/Your role\s+Billing/);
    expect(textOf(await (await as(member)).get("/organisations"))).to.match(/Acme Billing/);
  });

  it("change and delete one, but not as long as a member has it", async () => {
    const visitor = await as(owner);
    await visitor.submit(ROLES, BILLING);
    const changed = await visitor.put(`${ROLES}/billing`, { label: "Accounts", rights: [""] });
    expect(changed.headers["location"]).to.equal(ROLES);
    await visitor.put(`/organisations/acme/members/${member.id}`, { role: "billing" });
    const page = await (await as(member)).get("/organisations/acme");
    expect(textOf(page)).to.match(/Your role\s+Accounts/);
    expect(page.text).not.to.contain('id="members-title"');
    const kept = await visitor.delete(`${ROLES}/billing`);
    expect([kept.status, textOf(kept).includes("still has it")]).to.deep.equal([409, true]);
    await visitor.put(`/organisations/acme/members/${member.id}`, { role: "member" });
    expect((await visitor.delete(`${ROLES}/billing`)).headers["location"]).to.equal(ROLES);
    expect(textOf(await visitor.get(ROLES))).to.contain("The role Accounts was deleted.");
  });

  it("keep what was typed when it is wrong", async () => {
    const visitor = await as(owner);
    await visitor.get(`${ROLES}/create`);
    const answer = await visitor.submit(ROLES, { ...BILLING, name: "Owner!", rights: ["", "roles.update"] });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('value="Owner!"').and.contain('href="#name"');
    expect(answer.text).to.match(/value="roles.update"\s+checked/);
    expect(answer.text).not.to.match(/value="members.read"\s+checked/);
  });

  it("show members what there is, without a way to change it", async () => {
    const visitor = await as(member);
    const page = await visitor.get(ROLES);
    expect(textOf(page)).to.contain("Administrator Built in");
    expect(page.text).not.to.contain(`${ROLES}/create`);
    expect((await visitor.get(`${ROLES}/create`)).status).to.equal(403);
    expect((await visitor.submit(ROLES, BILLING)).status).to.equal(403);
    const asOwner = await as(owner);
    await asOwner.submit(ROLES, BILLING);
    expect((await visitor.get(`${ROLES}/billing`)).status).to.equal(403);
    expect((await asOwner.get(`${ROLES}/owner`)).status).to.equal(404);
    expect((await (await as(await world.make.user())).get(ROLES)).status).to.equal(404);
  });
});
