import { expect } from "chai";
import { prune } from "../../src/domain/upkeep/prune.js";
import { seedAdministrator } from "../../src/domain/upkeep/seed.js";
import { DAY, now } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { PASSWORD } from "../support/app/factories.js";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { activeSystemAdmins } from "../support/app/system-admins.js";
import { Visitor } from "../support/app/web.js";

/** A system administrator with a browser and a token. */
interface Administrator {
  user: User;
  token: string;
  browser: Visitor;
  /** The process that they use. */
  n: number;
}
type Removal = (one: Administrator, other: User) => Promise<{ status: number }>;

describeWith("MariaDB", "The last system administrator on two processes", function () {
  this.timeout(30_000 + ROUNDS * 15_000);
  const fleet = useFleet(2);
  const api = ({ n, token }: Administrator) => fleet.api(n).as(token);

  /** Ways in which an account stops being an active system administrator. */
  const REMOVALS: Record<string, Removal> = {
    "demotes the other through the API": (one, { id }) => api(one).patch(`/users/${id}`, { role: "user" }),
    "bans the other through the API": (one, { id }) => api(one).patch(`/users/${id}`, { status: "banned" }),
    "deletes the other through the API": (one, { id }) => api(one).delete(`/users/${id}`),
    "demotes the other in a form": ({ browser }, { id }) =>
      browser.put(`/admin/users/${id}`, { role: "admin" }),
    "deactivates the other in a form": ({ browser }, { id }) =>
      browser.put(`/admin/users/${id}`, { status: "inactive", _confirmed: "1" }),
    "deletes the other in a form": ({ browser }, { id }) => browser.delete(`/admin/users/${id}`),
    "bans both in the list": ({ browser, user }, { id }) =>
      browser.put("/admin/users/bulk", { users: [id, user.id], act: "status:banned" }),
    "deletes their own account": ({ browser }) => browser.delete("/user", { current_password: PASSWORD }),
  };

  async function administrator(n: number): Promise<Administrator> {
    const { user, token } = await fleet.make.userWithToken({ role: "system_admin" });
    const browser = new Visitor(fleet.servers[n]!.api.origin);
    await browser.signIn(user);
    return { user, token, browser, n };
  }
  /** Nobody can sign in to it yet, so it doesn't protect the others. */
  async function inviteAdministrator(): Promise<void> {
    const { id } = await fleet.make.user({ role: "system_admin" });
    await fleet.services.knex("users").where({ id }).update({ password: null });
  }
  const remaining = () => activeSystemAdmins(fleet.services.knex);

  const names = Object.keys(REMOVALS);
  for (const [index, left] of names.entries())
    it(`remains when one ${left} and the other does the same or something else`, async () => {
      for (let round = 0; round < Math.max(ROUNDS, 3); round++) {
        const right = names[(index + round) % names.length]!;
        await fleet.services.knex("users").update({ status: "inactive" });
        const [one, other] = [await administrator(0), await administrator(1)];
        await inviteAdministrator();
        // housekeeping and a deployment run concurrently and neither add nor remove administrators
        const [first, second] = await Promise.all([
          REMOVALS[left]!(one, other.user),
          REMOVALS[right]!(other, one.user),
          prune(fleet.services),
          seedAdministrator(fleet.services),
        ]);
        for (const { status } of [first, second]) expect(status, right).to.be.below(500);
        expect(await remaining(), right).to.have.length(1);
      }
    });

  it("is protected against each of these actions alone", async () => {
    await fleet.services.knex("users").update({ status: "inactive" });
    const one = await administrator(0);
    await inviteAdministrator();
    for (const [name, removal] of Object.entries(REMOVALS)) {
      await removal(one, one.user);
      expect(await remaining(), name).to.deep.equal([one.user.id]);
    }
  });

  it("isn't counted twice while another one is deleted or anonymised", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await fleet.services.knex("users").update({ status: "inactive" });
      const [one, gone] = [await administrator(0), await administrator(1)];
      await fleet.services
        .knex("users")
        .where({ id: gone.user.id })
        .update({ deleted_at: now() - 31 * DAY });
      const [removed] = await Promise.all([
        REMOVALS["deletes their own account"]!(one, one.user),
        prune(fleet.services),
      ]);
      expect(removed.status).to.equal(403);
      expect(await remaining()).to.deep.equal([one.user.id]);
    }
  });
});
