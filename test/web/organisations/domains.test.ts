import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const DOMAINS = `${ACME}/domains`;

describe("The page of an organisation's domains", () => {
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

  it("adds one, shows its record, verifies and removes it", async () => {
    const visitor = await as(owner);
    expect((await visitor.get(ACME)).text).to.contain(`href="${DOMAINS}"`);
    expect(textOf(await visitor.get(DOMAINS))).to.contain("No domains yet.");
    expect((await visitor.submit(DOMAINS, { domain: "Acme.example" })).headers["location"]).to.equal(DOMAINS);
    const shown = textOf(await visitor.get(DOMAINS));
    expect(shown)
      .to.contain("The domain acme.example was added.")
      .and.contain("_authdock-challenge.acme.example");
    const [value] = /authdock-verification=[\w-]{43}/.exec(shown)!;

    world.services.findTxtRecords = () => Promise.resolve([]);
    const early = await visitor.submit(`${DOMAINS}/acme.example/verify`);
    expect([early.status, textOf(early).includes("The record wasn't found.")]).to.deep.equal([422, true]);
    world.services.findTxtRecords = () => Promise.resolve([value]);
    await visitor.submit(`${DOMAINS}/acme.example/verify`);
    expect(textOf(await visitor.get(DOMAINS)))
      .to.contain("The domain acme.example is verified.")
      .and.not.contain(value);
    await visitor.delete(`${DOMAINS}/acme.example`);
    expect(textOf(await visitor.get(DOMAINS))).to.contain("The domain acme.example was removed.");
  });

  it("verifies one by a code that was mailed to it", async () => {
    const visitor = await as(owner);
    await visitor.submit(DOMAINS, { domain: "acme.example" });
    await visitor.submit(`${DOMAINS}/acme.example/code`, { mailbox: "admin" });
    expect(textOf(await visitor.get(DOMAINS))).to.contain("A code was sent to admin@acme.example.");
    const wrong = await visitor.submit(`${DOMAINS}/acme.example/verify`, { code: "wrong" });
    expect([wrong.status, textOf(wrong).includes("The code is wrong or has expired.")]).to.deep.equal([
      422,
      true,
    ]);
    const [mail] = await queuedMails(world.services, "domain_code");
    const [, code] = /code: ([\w-]+)/.exec(mail!.text)!;
    await visitor.submit(`${DOMAINS}/acme.example/verify`, { code: code! });
    expect(textOf(await visitor.get(DOMAINS))).to.contain("The domain acme.example is verified.");
    expect((await visitor.submit(`${DOMAINS}/acme.example/code`, { mailbox: "ceo" })).status).to.equal(422);
  });

  it("keeps what was typed when it is wrong, and is closed to members", async () => {
    const visitor = await as(owner);
    const answer = await visitor.submit(DOMAINS, { domain: "gmail.com" });
    expect([answer.status, textOf(answer).includes("Anyone can get an address")]).to.deep.equal([422, true]);
    expect(answer.text).to.contain('value="gmail.com"').and.contain('href="#domain"');
    const other = await as(member);
    expect((await other.get(ACME)).text).not.to.contain(DOMAINS);
    expect((await other.get(DOMAINS)).status).to.equal(403);
    expect((await other.submit(DOMAINS, { domain: "b.example" })).status).to.equal(403);
  });
});
