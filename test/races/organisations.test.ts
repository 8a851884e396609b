import { expect } from "chai";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "The last owner of an organisation on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  let serial = 0;

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

  const transfer = (one: Owner, slug: string, { user }: Owner) =>
    api(one).put(`/organisations/${slug}/owner`, { user_id: user.id });

  /** What happens while an owner makes a member the owner. */
  const MEANWHILE: Record<
    string,
    (owner: Owner, heir: Owner, admin: Owner, slug: string) => PromiseLike<unknown>
  > = {
    "is transferred to another": (owner, _heir, admin, slug) => transfer({ ...owner, n: 1 }, slug, admin),
    "loses the heir": (_owner, heir, admin, slug) => api(admin).delete(path(slug, heir)),
    "is left by the heir": (_owner, heir, _admin, slug) => api(heir).delete(`/auth/me/organisations/${slug}`),
  };
  for (const [what, meanwhile] of Object.entries(MEANWHILE))
    it(`remains when an organisation is transferred and ${what}`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const slug = `heir-${++serial}`;
        const [owner, heir, admin] = await Promise.all(
          [0, 1, 1].map(async (n) => ({ ...(await fleet.make.userWithToken({ role: "system_admin" })), n })),
        );
        await api(owner!).post("/organisations", { name: slug, slug });
        for (const [one, role] of [
          [heir!, "member"],
          [admin!, "admin"],
        ] as const)
          await api(owner!).post(`/organisations/${slug}/members`, { user_id: one.user.id, role });
        const [{ status }] = await Promise.all([
          transfer(owner!, slug, heir!),
          meanwhile(owner!, heir!, admin!, slug),
        ]);
        // without the right any more, or without the heir
        expect(status).to.be.oneOf([200, 403, 422]);
        const owners = await fleet.services
          .knex("memberships")
          .join("organisations", "organisations.id", "memberships.organisation_id")
          .where({ slug, role: "owner" });
        expect(owners.length).to.be.greaterThan(0);
      }
    });

  const names = Object.keys(LOSSES);
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
