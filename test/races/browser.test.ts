import { expect } from "chai";
import { RevokeUserAccessAction } from "../../src/domain/revoke-user-access.js";
import { PASSWORD } from "../support/factories.js";
import { ROUNDS, together, useFleet } from "../support/processes.js";
import { describeWith } from "../support/requires.js";
import { Visitor } from "../support/web.js";

describeWith("MariaDB", "browsers at two processes at once", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);
  const visitor = (n: number): Visitor => new Visitor(fleet.servers[n % 2]!.api.origin);
  const sessionsOf = async ({ id }: { id: string }): Promise<number> => {
    const rows: unknown[] = await fleet.services.knex("sessions").where({ user_id: id });
    return rows.length;
  };

  it("C20: leaves no session of an account that is banned while it signs in", async () => {
    const admin = await fleet.make.userWithToken({ role: "system_admin" });
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const visitors = await together(6, async (n) => {
        const one = visitor(n);
        await one.get("/login");
        return one;
      });
      const signingIn = visitors.map((one) =>
        one.submit("/login", { email: user.email, password: PASSWORD }),
      );
      const ban = fleet.api(round).as(admin.token).patch(`/users/${user.id}`, { status: "banned" });
      const answers = await Promise.all(signingIn);
      expect((await ban).status).to.equal(200);
      for (const { status } of answers) expect(status).to.be.oneOf([303, 422]);
      expect(await sessionsOf(user)).to.equal(0);
      for (const one of visitors) expect((await one.get("/dashboard")).status).to.equal(302);
    }
  });

  it("C18: brings no session back that is ended while it is in use and being confirmed", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const one = visitor(round);
      await one.signIn(user);
      await one.get("/user/confirm-password");
      const busy = together(8, (n) =>
        n % 2 === 0
          ? one.get("/dashboard")
          : one.submit("/user/confirm-password", { current_password: PASSWORD }),
      );
      const action = new RevokeUserAccessAction(fleet.services.log);
      await fleet.services.knex.transaction((trx) => action.execute(trx, user.id));
      for (const { status } of await busy) expect(status).to.be.oneOf([200, 302, 303, 419, 422, 429]);
      expect(await sessionsOf(user)).to.equal(0);
    }
  });

  it("keeps one session when one is rotated twice at once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const one = visitor(round);
      await one.signIn(user);
      await one.get("/user/confirm-password");
      await together(2, () => one.submit("/user/confirm-password", { current_password: PASSWORD }));
      expect(await sessionsOf(user)).to.equal(1);
    }
  });
});
