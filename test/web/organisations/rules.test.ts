import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { makeProvider } from "../../support/providers/providers.js";

const ACME = "/organisations/acme";
const RULES = `${ACME}/rules`;

describe("The page of an organisation's rules", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  beforeEach(async () => {
    [owner, member] = [await world.make.user(), await world.make.user()];
    await makeOrganisation(world, owner, { member });
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };
  const stored = async () => (await world.services.knex("organisations").first()) as Record<string, unknown>;

  it("saves them, and shows them again", async () => {
    const visitor = await as(owner);
    expect((await visitor.get(ACME)).text).to.contain(`href="${RULES}"`);
    const form = { "rules.second_factor": "0", "rules.session_minutes": "480" };
    expect((await visitor.put(RULES, form)).headers["location"]).to.equal(RULES);
    expect(await stored()).to.include({ session_minutes: 480 });
    expect((await visitor.get(RULES)).text)
      .to.contain('value="480"')
      .and.not.contain('name="status"');
    await visitor.put(RULES, { "rules.second_factor": "0", "rules.session_minutes": "" });
    expect(await stored()).to.include({ session_minutes: null });
  });

  it("offers the service's providers", async () => {
    await makeProvider(world, { name: "Acme SSO" });
    expect(textOf(await (await as(owner)).get(RULES))).to.contain("Acme SSO");
  });

  it("lets the administration of the service suspend the organisation, whose members are told", async () => {
    const visitor = await as(await world.make.user({ role: "system_admin" }));
    await visitor.put(RULES, {
      "rules.second_factor": "0",
      "rules.session_minutes": "",
      status: "suspended",
    });
    const answer = await (await as(member)).get(ACME);
    expect([answer.status, textOf(answer)]).to.deep.equal([403, textOf(answer)]);
    expect(textOf(answer)).to.contain("Acme is suspended.");
  });

  it("leads members to what a rule requires", async () => {
    const visitor = await as(member);
    await world.services.knex("organisations").update({ second_factor_required: true });
    const answer = await visitor.get(ACME);
    expect(textOf(answer)).to.contain("Acme requires a second factor or a passkey.");
    expect(answer.text).to.contain('href="/profile"');
    await world.services.knex("organisations").update({ second_factor_required: false, session_minutes: 5 });
    await world.services.knex("sessions").update({ created_at: 0 });
    const payload = JSON.stringify({ remember: true, method: "password", confirmedAt: 0 });
    await world.services.knex("sessions").update({ payload });
    const stale = await visitor.get(ACME);
    expect(stale.text).to.contain("/user/confirm-password?next=");
  });

  it("keeps what was typed when it is wrong, and is closed to members", async () => {
    const visitor = await as(owner);
    const answer = await visitor.put(RULES, { "rules.second_factor": "0", "rules.session_minutes": "soon" });
    expect([answer.status, answer.text.includes('value="soon"')]).to.deep.equal([422, true]);
    expect(textOf(answer)).to.contain("Enter a whole number from 5 to 43200.");
    const locked = await visitor.put(RULES, { "rules.second_factor": "1" });
    expect([locked.status, textOf(locked).includes("You don't meet this rule yourself.")]).to.deep.equal([
      422,
      true,
    ]);
    expect((await (await as(member)).get(RULES)).status).to.equal(403);
  });
});
