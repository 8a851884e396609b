import { expect } from "chai";
import { registration } from "../support/app/factories.js";
import {
  ROUNDS,
  startServer,
  tally,
  together,
  until,
  useFleet,
  type Answer,
} from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "An Idempotency-Key that two processes get", function () {
  this.timeout(60_000 + ROUNDS * 10_000);
  const fleet = useFleet(2, { API_RATE_PER_MINUTE: "10000" });

  let token: string;
  before(async () => {
    ({ token } = await fleet.make.userWithToken({ role: "admin" }));
  });
  const create = (n: number, email: string, key: string): Promise<Answer> =>
    fleet.api(n).as(token).post("/users", registration({ email }), { "Idempotency-Key": key });
  const accounts = async (email: string): Promise<unknown[]> =>
    (await fleet.services.knex("users").where({ email })) as unknown[];

  it("creates one account, and every answer is that account or asks to wait", async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const email = `round${round}@example.test`;
      const answers = await together(6, (n) => create(n, email, `round-${round}`));
      const created = answers.filter(({ status }) => status === 201);
      expect(Object.keys(tally(answers)).sort().join()).to.be.oneOf(["201", "201,409"]);
      expect(new Set(created.map(({ body }) => body.data.id as string)).size).to.equal(1);
      expect(created.filter(({ headers }) => headers.get("idempotent-replayed") === null)).to.have.length(1);
      expect(await accounts(email)).to.have.length(1);
    }
  });

  it("is finished by the other process when the first one is killed", async () => {
    const extra = await startServer(fleet.variables);
    for (let round = 0; round < 3; round++) {
      const email = `killed${round}@example.test`;
      const key = `killed-${round}`;
      void extra.api
        .as(token)
        .post("/users", registration({ email }), { "Idempotency-Key": key })
        .catch(() => null);
    }
    await until(
      "a key is stored",
      async () =>
        (await fleet.services.knex("idempotency_keys").where("created_at", ">", Date.now() - 2000)).length >
        0,
    );
    await extra.stop("SIGKILL");
    for (let round = 0; round < 3; round++) {
      const email = `killed${round}@example.test`;
      await until(
        "the account is created",
        async () => (await create(round, email, `killed-${round}`)).status === 201,
        30_000,
      );
      expect(await accounts(email)).to.have.length(1);
    }
  });
});
