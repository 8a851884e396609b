import { expect } from "chai";
import { MINUTE, now } from "../../src/lib/clock.js";
import { sha256 } from "../../src/lib/secrets.js";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { makeOrganisation, verifyDomain } from "../support/organisations/organisations.js";

const ASK = "/auth/me/join-requests";

describeWith("MariaDB", "Joining an organisation by its domain on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);
  let serial = 0;

  /** An organisation with a domain, its owner, and someone with an address at it. */
  async function prepare(joining: "ask" | "automatic") {
    const slug = `joined-${++serial}`;
    const owner = await fleet.make.userWithToken();
    const email = `person@${slug}.example`;
    const person = await fleet.make.userWithToken({ email, email_verified_at: 1 });
    const organisation = await makeOrganisation(fleet, owner.user, {}, { slug });
    await verifyDomain(fleet, organisation, `${slug}.example`, joining);
    const ask = (n: number) => fleet.api(n).as(person.token).post(ASK, { organisation_id: organisation.id });
    const requests = `/organisations/${slug}/join-requests`;
    const rows = (table: string) => fleet.services.knex(table).where({ organisation_id: organisation.id });
    return { owner, organisation, ask, requests, rows, as: (n: number) => fleet.api(n).as(owner.token) };
  }

  it("makes one membership when somebody joins twice", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ask, rows } = await prepare("automatic");
      const answers = await Promise.all([ask(0), ask(1)]);
      for (const { status } of answers) expect(status).to.be.oneOf([200, 404]);
      expect(await rows("memberships")).to.have.length(2);
    }
  });

  it("gives a domain to one of two organisations that verify it", async () => {
    const code = "a-code-of-22-letters--";
    for (let round = 0; round < ROUNDS; round++) {
      const both = [await prepare("ask"), await prepare("ask")];
      const domain = `both-${++serial}.example`;
      for (const { organisation } of both)
        await fleet.services.knex("organisation_domains").insert({
          ...{ organisation_id: organisation.id, domain, challenge: "", created_at: now() },
          ...{ code_hash: sha256(code), code_expires_at: now() + MINUTE },
        });
      const answers = await Promise.all(
        both.map(({ as, organisation: { slug } }, n) =>
          as(n).post(`/organisations/${slug}/domains/${domain}/verify`, { code }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });

  it("makes one request when somebody asks twice", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ask, rows } = await prepare("ask");
      const answers = await Promise.all([ask(0), ask(1)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(await rows("organisation_join_requests")).to.have.length(1);
    }
  });

  it("follows one of two decisions", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ask, requests, rows, as } = await prepare("ask");
      expect((await ask(0)).status).to.equal(200);
      const [request] = (await rows("organisation_join_requests")) as { id: string }[];
      const accept = as(0).post(`${requests}/${request!.id}/accept`, {});
      const other =
        round % 2 === 0
          ? as(1).post(`${requests}/${request!.id}/accept`, {})
          : as(1).delete(`${requests}/${request!.id}`);
      const answers = await Promise.all([accept, other]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404]);
      const isMember = (await rows("memberships")).length === 2;
      expect(isMember).to.equal(round % 2 === 0 || answers[0].status === 200);
    }
  });
});
