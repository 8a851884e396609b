import { expect } from "chai";
import { SECOND, setClock } from "../../src/lib/clock.js";
import { freshIp } from "../support/app/client.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { ROUNDS, tally, together, useFleet } from "../support/app/processes.js";
import { CLUSTER_NODES } from "../support/database/mariadb.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "Sign-in and registration on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  const login = async (email: string, n = 0): Promise<string> => {
    const { body } = await fleet.api(n).post("/auth/login", { email, password: PASSWORD });
    return body.data.challenge as string;
  };
  const tokensOf = async ({ id }: { id: string }): Promise<number> => {
    const rows: unknown[] = await fleet.services.knex("personal_access_tokens").where({ user_id: id });
    return rows.length;
  };

  it("C06: issue one token for twenty correct responses to one challenge", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const { code } = await fleet.make.twoFactor(user);
      const answer = { challenge: await login(user.email), code: await code() };
      const answers = await together(20, (n) => fleet.api(n).post("/auth/two-factor-challenge", answer));
      expect(tally(answers)).to.deep.equal({ 200: 1, 401: 19 });
      for (const { status, body } of answers)
        if (status === 401) expect(body.data).to.deep.equal({ code: "challenge_failed" });
      expect(await tokensOf(user)).to.equal(1);
    }
  });

  it("accept one time step of the authenticator once across challenges", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const { code } = await fleet.make.twoFactor(user);
      const challenges = await together(4, (n) => login(user.email, n));
      const sent = await code();
      const answers = await together(4, (n) =>
        fleet.api(n).post("/auth/two-factor-challenge", { challenge: challenges[n], code: sent }),
      );
      expect(tally(answers)).to.deep.equal({ 200: 1, 401: 3 });
      expect(await tokensOf(user)).to.equal(1);
    }
  });

  it("accept a recovery code once across challenges", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const { recoveryCodes } = await fleet.make.twoFactor(user);
      const challenges = await together(4, (n) => login(user.email, n));
      const answers = await together(4, (n) =>
        fleet.api(n).post("/auth/two-factor-challenge", {
          challenge: challenges[n],
          recovery_code: recoveryCodes[0],
        }),
      );
      expect(tally(answers)).to.deep.equal({ 200: 1, 401: 3 });
      expect(await tokensOf(user)).to.equal(1);
    }
  });

  it("H25: create one account with ten registrations of one address, and reject nine with the field", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `H25-${round}@Example.test`;
      const written = [email, email.toLowerCase(), ` ${email} `, email.toUpperCase()];
      const answers = await together(10, (n) =>
        fleet.api(n).post("/auth/register", registration({ email: written[n % written.length] })),
      );
      expect(tally(answers)).to.deep.equal({ 201: 1, 422: 9 });
      for (const { status, body } of answers)
        if (status === 422) expect(Object.keys(body.data.errors as object)).to.deep.equal(["email"]);
      const rows: unknown[] = await fleet.services.knex("users").where({ email: email.toLowerCase() });
      expect(rows).to.have.length(1);
    }
  });

  it("H29: allow five of fifty concurrent logins from one address across both processes", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const headers = { "X-Forwarded-For": freshIp() };
      const answers = await together(50, (n) =>
        fleet.api(n).post("/auth/login", { email: `nobody${n}@example.test`, password: PASSWORD }, headers),
      );
      const { 401: reached, ...rejected } = tally(answers);
      expect(reached).to.equal(5);
      // cluster nodes that update the same row at the same time can fail; the request is then rejected
      if (CLUSTER_NODES.length === 0) expect(rejected).to.deep.equal({ 429: 45 });
      else expect(rejected).to.have.all.keys([429, 503].filter((status) => status in rejected));
      for (const { status, headers: sent } of answers)
        if (status === 429) expect(Number(sent.get("retry-after"))).to.be.within(1, 60);
    }
  });

  it("count wrong passwords of one account exactly, and still accept its owner from elsewhere", async () => {
    const { email } = await fleet.make.user();
    const from = (address: string) => ({ "X-Forwarded-For": address });
    // five addresses of one network, so that neither the limit of an address nor that of the network applies first
    const answers = await together(15, (n) =>
      fleet
        .api(n)
        .post("/auth/login", { email, password: "not the password" }, from(`198.51.100.${1 + (n % 5)}`)),
    );
    expect(tally(answers)).to.deep.equal({ 401: 10, 429: 5 });
    const right = { email, password: PASSWORD };
    expect((await fleet.api(0).post("/auth/login", right, from("198.51.100.9"))).status).to.equal(429);
    expect((await fleet.api(1).post("/auth/login", right)).status).to.equal(200);
  });

  it("accept a code of the previous time step only if the later one wasn't used", async () => {
    const user = await fleet.make.user();
    const { code } = await fleet.make.twoFactor(user);
    const [first, second] = [await login(user.email), await login(user.email)];
    const later = await code();
    setClock(() => Date.now() - 30 * SECOND);
    const earlier = await code();
    setClock();
    const answer = (challenge: string, sent: string) =>
      fleet.api(0).post("/auth/two-factor-challenge", { challenge, code: sent });
    expect((await answer(first, later)).status).to.equal(200);
    expect((await answer(second, earlier)).status).to.equal(401);
  });
});
