import { expect } from "chai";
import { ROUNDS, tally, together, useFleet } from "../support/app/processes.js";
import { invited } from "../support/app/invited.js";
import { describeWith } from "../support/app/requires.js";
import { SoftwareAuthenticator } from "../support/passkeys/software-authenticator.js";

describeWith("MariaDB", "Passkeys on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  const optionsFrom = async (path: string, token?: string) => {
    const api = token === undefined ? fleet.api(0) : fleet.api(0).as(token);
    const { body } = await api.post(path, {});
    return body.data.public_key as never;
  };
  async function owner(isSynced = false) {
    const user = await fleet.make.user();
    const token = await fleet.make.token(user);
    const device = new SoftwareAuthenticator(fleet.services.config.env.APP_URL.origin, { isSynced });
    const credential = device.create(await optionsFrom("/auth/me/passkeys/options", token));
    const { body } = await fleet.api(0).as(token).post("/auth/me/passkeys", { credential });
    return { user, token, device, id: body.data.passkey.id as string };
  }

  it("sign in once with twenty copies of one answer", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user, device } = await owner();
      const credential = device.get(await optionsFrom("/auth/passkeys/options"));
      const answers = await together(20, (n) => fleet.api(n).post("/auth/passkeys", { credential }));
      expect(tally(answers)).to.deep.equal({ 200: 1, 401: 19 });
      const tokens: unknown[] = await fleet.services
        .knex("personal_access_tokens")
        .where({ user_id: user.id });
      expect(tokens).to.have.length(2);
    }
  });

  it("sign in with two answers to two challenges at the same time", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { device } = await owner(true);
      const options = await Promise.all([0, 1].map(() => optionsFrom("/auth/passkeys/options")));
      const sent = options.map((one) => device.get(one));
      const answers = await together(2, (n) => fleet.api(n).post("/auth/passkeys", { credential: sent[n] }));
      expect(tally(answers)).to.deep.equal({ 200: 2 });
    }
  });

  it("are added once with copies of one new credential", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const token = await fleet.make.token(user);
      const device = new SoftwareAuthenticator(fleet.services.config.env.APP_URL.origin);
      const credential = device.create(await optionsFrom("/auth/me/passkeys/options", token));
      const answers = await together(6, (n) =>
        fleet.api(n).as(token).post("/auth/me/passkeys", { credential }),
      );
      expect(tally(answers)).to.deep.equal({ 201: 1, 422: 5 });
      const row = await fleet.services.knex("users").where({ id: user.id }).first("passkey_count");
      expect(row).to.deep.equal({ passkey_count: 1 });
    }
  });

  it("accept an invitation once, also with other passkeys", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user, token } = await invited(fleet.services);
      const credentials: object[] = [];
      for (let n = 0; n < 4; n++) {
        const { body } = await fleet.api(n).post("/auth/invitation/passkeys/options", { token });
        const device = new SoftwareAuthenticator(fleet.services.config.env.APP_URL.origin);
        credentials.push(device.create(body.data.public_key));
      }
      const answers = await together(8, (n) =>
        fleet.api(n).post("/auth/invitation/passkeys", { token, credential: credentials[n % 4] }),
      );
      expect(tally(answers)).to.deep.equal({ 200: 1, 422: 7 });
      const row = await fleet.services.knex("users").where({ id: user.id }).first("passkey_count");
      expect(row).to.deep.equal({ passkey_count: 1 });
    }
  });

  it("never leave an account without a way to sign in", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user, token, id } = await owner(true);
      await together(2, (n) =>
        n === 0
          ? fleet.api(0).as(token).delete("/auth/me/password")
          : fleet.api(1).as(token).delete(`/auth/me/passkeys/${id}`),
      );
      const row = await fleet.services.knex("users").where({ id: user.id }).first();
      expect(row.password !== null || row.passkey_count > 0).to.equal(true);
    }
  });
});
