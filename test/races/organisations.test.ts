import { expect } from "chai";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "The last owner of an organisation on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  interface Owner {
    user: { id: string };
    token: string;
    n: number;
  }
  const api = ({ n, token }: Owner) => fleet.api(n).as(token);
  const path = (slug: string, { user }: Owner): string => `/organisations/${slug}/members/${user.id}`;

  /** Ways in which one of two owners stops being one. */
  const LOSSES: Record<string, (one: Owner, other: Owner, slug: string) => Promise<{ status: number }>> = {
    leaves: (one, _other, slug) => api(one).delete(`/auth/me/organisations/${slug}`),
    "removes the other": (one, other, slug) => api(one).delete(path(slug, other)),
    "makes the other a member": (one, other, slug) => api(one).patch(path(slug, other), { role: "member" }),
    "becomes a member": (one, _other, slug) => api(one).patch(path(slug, one), { role: "member" }),
  };

  const names = Object.keys(LOSSES);
  let serial = 0;
  for (const [index, left] of names.entries())
    it(`remains when one ${left} and the other does the same or something else`, async () => {
      for (let round = 0; round < Math.max(ROUNDS, names.length); round++) {
        const right = names[(index + round) % names.length]!;
        const slug = `acme-${++serial}`;
        const [one, other] = await Promise.all(
          [0, 1].map(async (n) => ({ ...(await fleet.make.userWithToken({ role: "system_admin" })), n })),
        );
        await api(one!).post("/organisations", { name: slug, slug });
        const body = { user_id: other!.user.id, role: "owner" };
        await api(one!).post(`/organisations/${slug}/members`, body);
        const answers = await Promise.all([
          LOSSES[left]!(one!, other!, slug),
          LOSSES[right]!(other!, one!, slug),
        ]);
        const owners = await fleet.services
          .knex("memberships")
          .join("organisations", "organisations.id", "memberships.organisation_id")
          .where({ slug, role: "owner" });
        const said = `${left} and ${right}: ${answers.map(({ status }) => status).join()}`;
        expect(owners.length, said).to.be.greaterThan(0);
        for (const { status } of answers) expect(status, said).to.be.oneOf([200, 404, 409]);
      }
    });
});
