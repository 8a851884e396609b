import { expect } from "chai";
import type { Organisation } from "../../../src/models/organisations/organisation.js";
import type { User } from "../../../src/models/user.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation, verifyDomain } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const REQUESTS = `${ACME}/join-requests`;
const ASK = "/user/join-requests";

describe("The pages about joining an organisation by its domain", () => {
  const world = useWorld();
  let owner: User;
  let person: User;
  let acme: Organisation;
  beforeEach(async () => {
    owner = await world.make.user();
    person = await world.make.user({
      ...{ first_name: "Alan", last_name: "Turing", email: "alan@acme.example", email_verified_at: 1 },
    });
    acme = await makeOrganisation(world, owner);
    await verifyDomain(world, acme, "acme.example");
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };

  it("lead from the domain to a request, and from there to a member", async () => {
    const [boss, alan] = [await as(owner), await as(person)];
    expect(textOf(await alan.get("/organisations"))).not.to.contain("Organisations that you can join");
    await boss.put(`${ACME}/domains/acme.example`, { joining: "ask" });
    expect((await boss.get(`${ACME}/domains`)).text).to.match(/value="ask"\s+selected/);
    expect(textOf(await alan.get("/organisations"))).to.contain(
      "Your address is at acme.example. Ask to join",
    );
    await alan.submit(ASK, { organisation_id: acme.id });
    expect(textOf(await alan.get("/organisations"))).to.contain("You have asked to join.");
    const page = await boss.get(REQUESTS);
    expect(textOf(page)).to.contain("Alan Turing alan@acme.example");
    const [accept] = /\/organisations\/acme\/join-requests\/[\w-]+\/accept/.exec(page.text)!;
    await boss.submit(accept, {});
    expect(textOf(await boss.get(REQUESTS)))
      .to.contain("Alan Turing is a member now.")
      .and.contain("Nobody asks");
    expect((await alan.get(ACME)).status).to.equal(200);
  });

  it("let someone in at once where everyone with an address becomes a member", async () => {
    const alan = await as(person);
    await world.services.knex("organisation_domains").update({ joining: "automatic" });
    const answer = await alan.submit(ASK, { organisation_id: acme.id });
    expect(answer.headers["location"]).to.equal(ACME);
  });

  it("decline a request", async () => {
    const boss = await as(owner);
    await world.services.knex("organisation_domains").update({ joining: "ask" });
    await (await as(person)).submit(ASK, { organisation_id: acme.id });
    const { text } = await boss.get(REQUESTS);
    const [place] = /\/organisations\/acme\/join-requests\/[\w-]{36}/.exec(text)!;
    await boss.delete(place);
    expect(textOf(await boss.get(REQUESTS))).to.contain("The request was declined.");
    expect((await (await as(person)).submit(ASK, { organisation_id: acme.id })).status).to.equal(404);
  });

  it("are closed to those who can't join or decide", async () => {
    const alan = await as(person);
    expect((await alan.submit(ASK, { organisation_id: acme.id })).status).to.equal(404);
    expect((await alan.submit(ASK, { organisation_id: "ü" })).status).to.equal(404);
    expect((await alan.get(REQUESTS)).status).to.equal(404);
    const unknown = await (await as(owner)).put(`${ACME}/domains/acme.example`, { joining: "all" });
    expect(unknown.status).to.equal(422);
  });
});
