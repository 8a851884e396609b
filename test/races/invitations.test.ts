import { expect } from "chai";
import { queuedMails } from "../support/app/mails.js";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "An invitation to an organisation on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  /** An organisation with an owner, and two other people, each with a process of their own. */
  async function people() {
    const [owner, ada, alan] = await Promise.all([
      fleet.make.userWithToken({ role: "system_admin" }),
      fleet.make.userWithToken(),
      fleet.make.userWithToken(),
    ]);
    const slug = `acme-${owner.user.id}`.slice(0, 48);
    await fleet.api(0).as(owner.token).post("/organisations", { name: "Acme", slug });
    const place = `/organisations/${slug}/invitations`;
    return {
      invite: (n: number) =>
        fleet
          .api(n)
          .as(owner.token)
          .post(place, { email: `${slug}@example.test`, role: "member" }),
      revoke: (id: string) => fleet.api(0).as(owner.token).delete(`${place}/${id}`),
      accept: (n: number, token: string) =>
        fleet.api(n).as([ada, alan][n]!.token).post("/auth/me/organisations", { token }),
      members: async () =>
        fleet.services
          .knex("memberships")
          .join("organisations", "organisations.id", "memberships.organisation_id")
          .where({ slug })
          .pluck("role"),
      invitations: () =>
        fleet.services
          .knex("organisation_invitations")
          .where({ email: `${slug}@example.test` })
          .pluck("id"),
    };
  }
  const lastToken = async (): Promise<string> =>
    (await queuedMails(fleet.services, "organisation_invitation")).at(-1)!.link.split("/").at(-1)!;

  it("is accepted by one of two who have the link", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invite, accept, members } = await people();
      await invite(0);
      const token = await lastToken();
      const answers = await Promise.all([accept(0, token), accept(1, token)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422]);
      expect(await members()).to.have.members(["owner", "member"]);
    }
  });

  it("is accepted or revoked, not both", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invite, accept, revoke, members, invitations } = await people();
      const { body } = await invite(0);
      const token = await lastToken();
      const [accepted, revoked] = await Promise.all([
        accept(1, token),
        revoke((body as { data: { id: string } }).data.id),
      ]);
      expect([accepted.status, revoked.status]).to.be.deep.oneOf([
        [201, 404],
        [422, 200],
      ]);
      expect(await members()).to.have.length(accepted.status === 201 ? 2 : 1);
      expect(await invitations()).to.deep.equal([]);
    }
  });

  it("is sent once to an address that is invited twice at the same time", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invite, invitations } = await people();
      const answers = await Promise.all([invite(0), invite(1)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422]);
      expect(await invitations()).to.have.length(1);
    }
  });
});
