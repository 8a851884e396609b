import { expect } from "chai";
import type { ActorCall } from "../../../src/domain/context.js";
import {
  addDomain,
  listDomains,
  removeDomain,
  txtRecordOf,
  verifyDomain,
} from "../../../src/domain/organisations/domains.js";
import { sendDomainCode } from "../../../src/domain/organisations/domain-codes.js";
import {
  ActionForbidden,
  RowNotFound,
  TooManyAttempts,
  ValidationFailed,
} from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { callerOf } from "../../support/app/caller.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const DOMAIN = "acme.example";

describe("The domains of an organisation", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  let other: User;
  let records: Record<string, string[]>;
  beforeEach(async () => {
    [owner, member, other] = [await world.make.user(), await world.make.user(), await world.make.user()];
    await makeOrganisation(world, owner, { member });
    await makeOrganisation(world, other, {}, { name: "Other", slug: "other" });
    records = {};
    world.services.findTxtRecords = (name) => Promise.resolve(records[name] ?? []);
  });

  const as = (user: User): Promise<ActorCall> => callerOf(world.services, user);
  const add = async (domain = DOMAIN, user = owner, slug = "acme") => addDomain(await as(user), slug, domain);
  const verify = async (user = owner, slug = "acme", code?: string) =>
    verifyDomain(await as(user), slug, DOMAIN, code);
  const sendCode = async (user = owner, slug = "acme") =>
    sendDomainCode(await as(user), slug, DOMAIN, "postmaster");
  /** Of the last mail to the domain. */
  const codeFrom = async (_sent: unknown): Promise<string> => {
    const { to, text } = (await queuedMails(world.services, "domain_code")).at(-1)!;
    expect(to).to.equal(`postmaster@${DOMAIN}`);
    return /code: ([\w-]{22})\b/.exec(text)![1]!;
  };
  /** What the operator of the domain does. */
  const publish = (...domains: Awaited<ReturnType<typeof add>>[]): void => {
    records[txtRecordOf(domains[0]!).name] = [
      "v=spf1 -all",
      ...domains.map((domain) => txtRecordOf(domain).value),
    ];
  };
  const rejected = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was rejected"),
      (error: unknown) => error,
    );
  const sentence = async (work: Promise<unknown>): Promise<string> => {
    const error = await rejected(work);
    return error instanceof ValidationFailed ? JSON.stringify(error.errors) : String(error);
  };

  it("are verified by a TXT record, then stay so, and are removed on the record", async () => {
    const added = await add("@ACME.Example.");
    expect([added.domain, added.verified_at]).to.deep.equal([DOMAIN, null]);
    publish(added);
    expect((await verify()).verified_at).to.be.a("number");
    records = {};
    expect((await verify()).verified_at).to.be.a("number");
    await removeDomain(await as(owner), "acme", DOMAIN);
    expect(await listDomains(await as(owner), "acme")).to.be.empty;
    expect(
      await world.services
        .knex("activity_log")
        .where("event", "like", "organisation_domain%")
        .orderBy("id")
        .pluck("event"),
    ).to.deep.equal([
      "organisation_domain_added",
      "organisation_domain_verified",
      "organisation_domain_removed",
    ]);
  });

  it("of other letters are stored in ASCII", async () => {
    expect((await add("Bücher.example")).domain).to.equal("xn--bcher-kva.example");
  });

  it("belong to the first that verifies them, until it removes them", async () => {
    publish(await add(), await add(DOMAIN, other, "other"));
    await verify();
    expect(await sentence(verify(other, "other"))).to.contain("Another organisation has verified");
    await removeDomain(await as(owner), "acme", DOMAIN);
    expect((await verify(other, "other")).verified_at).to.be.a("number");
  });

  it("are verified by the last code that was mailed to them, for a day", async () => {
    await add();
    const former = await codeFrom(await sendCode());
    const code = await codeFrom(await sendCode());
    expect(await sentence(verify(owner, "acme", former))).to.contain("The code is wrong or has expired.");
    expect((await verify(owner, "acme", code)).verified_at).to.be.a("number");
    expect(await world.services.knex("organisation_domains").pluck("code_hash")).to.deep.equal([null]);
  });

  it("aren't verified by a code that has expired, is another domain's, or was never sent", async () => {
    await add();
    expect(await sentence(verify(owner, "acme", ""))).to.contain("The code is wrong");
    await add(DOMAIN, other, "other");
    const others = await codeFrom(await sendCode(other, "other"));
    expect(await sentence(verify(owner, "acme", others))).to.contain("The code is wrong");
    const code = await codeFrom(await sendCode());
    await world.services.knex("organisation_domains").update({ code_expires_at: 1 });
    expect(await sentence(verify(owner, "acme", code))).to.contain("The code is wrong");
  });

  it("are sent a few codes a day, whichever organisation asks", async () => {
    await add();
    await add(DOMAIN, other, "other");
    for (let n = 0; n < 4; n++) await sendCode();
    await sendCode(other, "other");
    expect(await rejected(sendCode())).to.be.instanceOf(TooManyAttempts);
    expect(await rejected(sendCode(member))).to.be.instanceOf(ActionForbidden);
  });

  it("belong to one only when two verify them at once", async () => {
    publish(await add(), await add(DOMAIN, other, "other"));
    const outcomes = await Promise.allSettled([verify(), verify(other, "other")]);
    expect(outcomes.map(({ status }) => status)).to.have.members(["fulfilled", "rejected"]);
    expect(await world.services.knex("organisation_domains").whereNotNull("verified_at")).to.have.length(1);
  });

  it("aren't verified without the record, by that of another organisation, or while no name server answers", async () => {
    const others = await add(DOMAIN, other, "other");
    await add();
    expect(await sentence(verify())).to.contain("wasn't found");
    publish(others);
    expect(await sentence(verify())).to.contain("wasn't found");
    world.services.findTxtRecords = () => Promise.reject(new Error("ETIMEOUT"));
    expect(await sentence(verify())).to.contain("didn't answer");
  });

  it("aren't verified by a record that was asked for before they were removed and added again", async () => {
    const former = await add();
    world.services.findTxtRecords = async () => {
      await removeDomain(await as(owner), "acme", DOMAIN);
      await add();
      return [txtRecordOf(former).value];
    };
    expect(await rejected(verify())).to.be.instanceOf(RowNotFound);
    expect((await listDomains(await as(owner), "acme"))[0]!.verified_at).to.equal(null);
  });

  it("reject what isn't a domain, public mail providers, and what was added before", async () => {
    await add();
    for (const domain of [
      "",
      "acme",
      "a b.example",
      "-a.example",
      "192.0.2.1",
      "gmail.com",
      "GoogleMail.com",
      DOMAIN,
    ])
      expect(await rejected(add(domain)), domain).to.be.instanceOf(ValidationFailed);
    for (let n = 1; n < 20; n++) await add(`n${n}.example`);
    expect(await rejected(add("more.example"))).to.be.instanceOf(ActionForbidden);
  });

  it("are no business of members and others", async () => {
    await add();
    expect(await rejected(add("b.example", member))).to.be.instanceOf(ActionForbidden);
    expect(await rejected(verify(member))).to.be.instanceOf(ActionForbidden);
    expect(await rejected(verify(other))).to.be.instanceOf(RowNotFound);
    expect(await rejected(verifyDomain(await as(owner), "acme", "ü"))).to.be.instanceOf(RowNotFound);
  });
});
