import { expect } from "chai";
import { anonymiseDeletedAccounts } from "../../src/domain/upkeep/anonymise.js";
import { DAY } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { registration } from "../support/app/factories.js";
import { ROUNDS, tally, together, useFleet, type Answer } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "A deleted account that two processes restore", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2, { API_RATE_PER_MINUTE: "10000" });

  let token: string;
  before(async () => {
    ({ token } = await fleet.make.userWithToken({ role: "system_admin" }));
  });

  const row = async (id: string) => (await fleet.services.knex("users").where({ id }).first()) as User;
  async function deletedUser(ago = 0): Promise<User> {
    const user = await fleet.make.user({ first_name: "Grace" });
    await fleet.services
      .knex("users")
      .where({ id: user.id })
      .update({ deleted_at: Date.now() - ago });
    return user;
  }
  const restore = (n: number, id: string) => fleet.api(n).as(token).post(`/users/${id}/restore`, {});

  it("is restored once by parallel requests", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await deletedUser();
      expect(tally(await together(6, (n) => restore(n, id)))).to.deep.equal({ 200: 1, 404: 5 });
      const { knex } = fleet.services;
      expect(await knex("activity_log").where({ event: "user_restored", subject_id: id })).to.have.length(1);
      expect(await knex("mails").where({ kind: "account_restored", user_id: id })).to.have.length(1);
    }
  });

  /** Each takes the address of the deleted account: by registration, as an administrator, or by changing an address. */
  const CLAIMS: Record<string, (n: number, email: string) => Promise<Answer>> = {
    registers: (n, email) => fleet.api(n).post("/auth/register", registration({ email })),
    "is created": (n, email) => fleet.api(n).as(token).post("/users", registration({ email })),
    "changes its address": async (n, email) => {
      const { id } = await fleet.make.user();
      return fleet.api(n).as(token).patch(`/users/${id}`, { email });
    },
  };
  for (const [name, claim] of Object.entries(CLAIMS))
    it(`never shares its address with an account that ${name} at the same time`, async () => {
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const { id, email } = await deletedUser();
        const restoreLater = async () => {
          // the password is hashed before the other account is written
          for (let turn = 0; turn < round; turn++) await fleet.api(turn).as(token).get("/users");
          return restore(round + 1, id);
        };
        const [claimed, restored] = await Promise.all([claim(round, email), restoreLater()]);
        const holders = (await fleet.services.knex("users").where({ email_key: email })) as User[];
        expect(holders).to.have.length(1);
        expect(restored.status).to.equal(holders[0]!.id === id ? 200 : 422);
        expect(claimed.status).to.be.oneOf(holders[0]!.id === id ? [422, 201] : [200, 201]);
        if (restored.status === 422) expect(restored.body.data.errors).to.have.all.keys("email");
      }
    });

  it("is either fully restored or anonymised at the end of its thirty days", async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const user = await deletedUser(30 * DAY - 10 * (round % 10));
      const [answers] = await Promise.all([
        together(2, (n) => restore(n, user.id)),
        together(4, () => anonymiseDeletedAccounts(fleet.services)),
      ]);
      await anonymiseDeletedAccounts(fleet.services);
      const after = await row(user.id);
      if (answers.some(({ status }) => status === 200)) {
        const { first_name, email, password } = user;
        expect(after).to.include({ first_name, email, password, deleted_at: null, anonymised_at: null });
      } else {
        expect(after).to.include({
          first_name: "Deleted",
          email: `${user.id}@deleted.invalid`,
          password: "",
        });
        expect(after.anonymised_at).to.be.a("number");
      }
    }
  });
});
