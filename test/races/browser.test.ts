import { expect } from "chai";
import { inTransaction } from "../../src/database/transaction.js";
import { revokeAccess } from "../../src/domain/credentials/revoke-user-access.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { queuedMails } from "../support/app/mails.js";
import { MAILS_STAY, ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

describeWith("MariaDB", "Browsers on two processes", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const fleet = useFleet(2, MAILS_STAY);
  const visitor = (n: number): Visitor => new Visitor(fleet.servers[n % 2]!.api.origin);
  const sessionsOf = async ({ id }: { id: string }): Promise<number> => {
    const rows: unknown[] = await fleet.services.knex("sessions").where({ user_id: id });
    return rows.length;
  };

  it("C20: leave no session of an account that is banned while it signs in", async () => {
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

  it("C18: don't restore a session that ends while it is used and confirmed", async () => {
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
      await inTransaction(fleet.services.knex, (trx) => revokeAccess(trx, user.id));
      for (const { status } of await busy) expect(status).to.be.oneOf([200, 302, 303, 419, 422, 429]);
      expect(await sessionsOf(user)).to.equal(0);
    }
  });

  it("keep one session when two requests rotate it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const one = visitor(round);
      await one.signIn(user);
      await one.get("/user/confirm-password");
      await together(2, () => one.submit("/user/confirm-password", { current_password: PASSWORD }));
      expect(await sessionsOf(user)).to.equal(1);
    }
  });

  it("C09: set one password with ten resets with one link", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const asking = visitor(round);
      await asking.get("/forgot-password");
      expect((await asking.submit("/forgot-password", { email: user.email })).status).to.be.below(400);
      const link = (await queuedMails(fleet.services, "reset_password")).find(
        ({ to }) => to === user.email,
      )!.link;
      const token = link.split("/").at(-1)!;
      const visitors = await together(10, async (n) => {
        const one = visitor(n);
        await one.get(link);
        return one;
      });
      const answers = await Promise.all(
        visitors.map((one, n) => {
          const password = `another-password-${n}`;
          return one.submit("/reset-password", { token, password, password_confirmation: password });
        }),
      );
      const won = answers.flatMap(({ headers }, n) => (headers["location"] === "/login" ? [n] : []));
      expect(won).to.have.length(1);
      const { password } = (await fleet.services.knex("users").where({ id: user.id }).first("password")) as {
        password: string;
      };
      for (const n of answers.keys())
        expect(await fleet.services.passwords.verify(`another-password-${n}`, password)).to.equal(
          n === won[0],
        );
      expect(await fleet.services.knex("password_resets").where({ user_id: user.id })).to.have.length(0);
    }
  });

  it("C06: open at most one session with five correct responses to one challenge", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const { code } = await fleet.make.twoFactor(user);
      const one = visitor(round);
      await one.signIn(user);
      await one.get("/two-factor-challenge");
      const sent = await code();
      const cookies = new Map(one.cookies);
      const answers = await together(5, (n) => {
        const twin = visitor(n);
        for (const [name, value] of cookies) twin.cookies.set(name, value);
        twin.csrfToken = one.csrfToken;
        return twin.submit("/two-factor-challenge", { code: sent });
      });
      expect(answers.filter(({ headers }) => headers["location"] === "/dashboard")).to.have.length(1);
      expect(await sessionsOf(user)).to.equal(1);
    }
  });

  it("H25: create one account with ten registrations of one address", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const fields = registration() as Record<string, string>;
      const visitors = await together(10, async (n) => {
        const one = visitor(n);
        await one.get("/register");
        return one;
      });
      const answers = await Promise.all(visitors.map((one) => one.submit("/register", fields)));
      expect(answers.filter(({ headers }) => headers["location"] === "/dashboard")).to.have.length(1);
      expect(answers.filter(({ status }) => status === 422)).to.have.length(9);
      const rows = await fleet.services.knex("users").where({ email: fields["email"]! });
      expect(rows).to.have.length(1);
    }
  });
});
