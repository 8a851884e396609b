import { expect } from "chai";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { makeDirectory } from "../support/scim/directory.js";

describeWith("MariaDB", "A directory that sends the same twice, to two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  /** An organisation with a domain of its own, and its directory at each process. */
  async function directory(round: number) {
    const owner = await fleet.make.user();
    const slug = `acme-${round}-${owner.id}`.slice(0, 48);
    const { token, organisationId } = await makeDirectory(fleet, owner, { slug });
    const api = (n: number) => fleet.api(n).as(token);
    const members = () =>
      fleet.services
        .knex("memberships")
        .where({ organisation_id: organisationId, role: "member" })
        .pluck("user_id");
    const userName = `ada@${slug}.example`;
    const add = (n: number, externalId: string) => api(n).post("//scim/v2/Users", { userName, externalId });
    return { api, members, add, owner, slug };
  }
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  it("provisions a person once, also one who has an account", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { add, members, slug } = await directory(round);
      if (round % 2 === 1) await fleet.make.user({ email: `ada@${slug}.example`, email_verified_at: 1 });
      expect(statuses(await Promise.all([add(0, "1"), add(1, "1")]))).to.deep.equal([201, 409]);
      expect(await members()).to.have.length(1);
      expect(await fleet.services.knex("users").where({ email: `ada@${slug}.example` })).to.have.length(1);
    }
  });

  it("activates and deactivates a person, and removes one once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { api, add, members } = await directory(round);
      const { id } = (await add(0, "1")).body as { id: string };
      const place = `//scim/v2/Users/${id}`;
      const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
      const activate = (n: number, active: boolean) =>
        api(n).patch(place, { schemas, Operations: [{ op: "replace", value: { active } }] });
      for (const active of [false, true]) {
        const both = await Promise.all([activate(0, active), activate(1, active)]);
        expect(statuses(both), `${active}`).to.deep.equal([200, 200]);
        expect(await members()).to.have.length(active ? 1 : 0);
      }
      expect(statuses(await Promise.all([api(0).delete(place), api(1).delete(place)]))).to.deep.equal([
        204, 404,
      ]);
      expect(await members()).to.have.length(0);
    }
  });
});
