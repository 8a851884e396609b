import { expect } from "chai";
import { HOUR, MINUTE, SECOND } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { Test } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

interface Enrolled {
  user: User;
  code: () => Promise<string>;
  recoveryCodes: string[];
}

describe("POST /auth/two-factor-challenge", () => {
  const world = useWorld();

  /** An account with two-factor authentication. */
  async function enrolled(): Promise<Enrolled> {
    const user = await world.make.user();
    return { user, ...(await world.make.twoFactor(user)) };
  }
  async function challenge({ email }: User): Promise<string> {
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    return body.data.challenge as string;
  }
  const answer = (body: object): Test => world.api.post("/auth/two-factor-challenge", body);
  const tokens = () => world.services.knex("personal_access_tokens");
  /** Six digits that are invalid now and in the adjacent time steps. */
  async function wrong({ code }: Enrolled): Promise<string> {
    const right: string[] = [];
    for (const seconds of [-30, 30, 30]) {
      world.advance(seconds * SECOND);
      right.push(await code());
    }
    world.advance(-30 * SECOND);
    return ["000000", "111111", "222222", "333333"].find((digits) => !right.includes(digits))!;
  }
  async function fail(enrolment: Enrolled, times: number): Promise<void> {
    for (let count = 0; count < times; count++)
      await answer({ challenge: await challenge(enrolment.user), code: await wrong(enrolment) }).expect(401);
  }
  /** Checks that the challenge is gone: even the right code is rejected. */
  async function expectInvalid(id: string, { code }: Enrolled): Promise<void> {
    const { body } = await answer({ challenge: id, code: await code() }).expect(401);
    expect(body.data.code).to.equal("challenge_failed");
    expect(await tokens()).to.be.empty;
  }

  beforeEach(() => world.freezeTime());

  it("accepts a code and returns the account and a working token", async () => {
    const { user, code } = await enrolled();
    const { body } = await answer({ challenge: await challenge(user), code: await code() }).expect(200);
    expect(body.data).to.have.all.keys("user", "token");
    expect(body.data.user.id).to.equal(user.id);
    await world.api.as(body.data.token).get("/auth/me").expect(200);
  });

  for (const [what, separator] of [
    ["spaces, as apps display it", " "],
    ["a hyphen, as some people type it", "-"],
  ] as const)
    it(`accepts a code with ${what}`, async () => {
      const { user, code } = await enrolled();
      const digits = await code();
      const typed = ` ${digits.slice(0, 3)}${separator}${digits.slice(3)} `;
      await answer({ challenge: await challenge(user), code: typed }).expect(200);
    });

  it("accepts the codes of the previous and of the next time step", async () => {
    for (const drift of [-30, 30]) {
      const { user, code } = await enrolled();
      const id = await challenge(user);
      world.advance(drift * SECOND);
      const drifted = await code();
      world.advance(-drift * SECOND);
      await answer({ challenge: id, code: drifted }).expect(200);
    }
  });

  it("accepts a recovery code once, in any case and with surrounding spaces", async () => {
    const { user, recoveryCodes } = await enrolled();
    const [first, second] = recoveryCodes as [string, string];
    const recover = async (recovery_code: string): Promise<Test> =>
      answer({ challenge: await challenge(user), recovery_code });
    expect((await recover(` ${first.toUpperCase()} `)).status).to.equal(200);
    expect((await recover(first)).status).to.equal(401);
    expect((await recover(second)).status).to.equal(200);
    const events = await world.services.knex("activity_log").where({ event: "recovery_code_used" });
    expect(events).to.have.length(2);
  });

  it("uses the code when both are sent", async () => {
    const { user, code, recoveryCodes } = await enrolled();
    const both = { recovery_code: recoveryCodes[0] };
    await answer({ ...both, challenge: await challenge(user), code: await code() }).expect(200);
    await answer({ ...both, challenge: await challenge(user), code: "abcdef" }).expect(401);
    // neither used the recovery code
    await answer({ ...both, challenge: await challenge(user) }).expect(200);
  });

  it("stores only the hash of a challenge", async () => {
    const { user } = await enrolled();
    const id = await challenge(user);
    const row = await world.services.knex("two_factor_challenges").first();
    expect(row.challenge_hash).to.have.length(32);
    expect(JSON.stringify(row)).not.to.contain(id);
  });

  it("C06: issues one token to 20 parallel requests with one challenge", async () => {
    const { user, code } = await enrolled();
    const body = { challenge: await challenge(user), code: await code() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(body)));
    const rejected = answers.filter(({ status }) => status === 401);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(rejected).to.have.length(19);
    for (const { body } of rejected) expect(body.data).to.deep.equal({ code: "challenge_failed" });
    expect(await tokens()).to.have.length(1);
  });

  describe("accepts no code twice:", () => {
    it("the same code with a new challenge", async () => {
      const { user, code } = await enrolled();
      const [first, second] = [await challenge(user), await challenge(user)];
      await answer({ challenge: first, code: await code() }).expect(200);
      await answer({ challenge: second, code: await code() }).expect(401);
    });

    it("a code of an earlier time step than an accepted one", async () => {
      const { user, code } = await enrolled();
      const earlier = await code();
      world.advance(30 * SECOND);
      await answer({ challenge: await challenge(user), code: await code() }).expect(200);
      await answer({ challenge: await challenge(user), code: earlier }).expect(401);
    });

    it("the same code in 10 parallel requests with different challenges", async () => {
      const { user, code } = await enrolled();
      const challenges = [];
      for (let count = 0; count < 10; count++) challenges.push(await challenge(user));
      const right = await code();
      const answers = await Promise.all(challenges.map((id) => answer({ challenge: id, code: right })));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      expect(await tokens()).to.have.length(1);
    });

    it("the same recovery code in 10 parallel requests with different challenges", async () => {
      const { user, recoveryCodes } = await enrolled();
      const challenges = [];
      for (let count = 0; count < 10; count++) challenges.push(await challenge(user));
      const answers = await Promise.all(
        challenges.map((id) => answer({ challenge: id, recovery_code: recoveryCodes[0] })),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      expect(await tokens()).to.have.length(1);
    });
  });

  describe("H32: ends the challenge", () => {
    const bad: [string, object, number][] = [
      ["a malformed code", { code: "abcdef" }, 401],
      ["a code with non-ASCII digits", { code: "１２３４５６" }, 401],
      ["a code with NUL", { code: "123\u0000456" }, 401],
      ["too many digits", { code: "1234567" }, 401],
      ["an unknown recovery code", { recovery_code: "zzzzz-zzzzz-zzzzz" }, 401],
      [
        "a wrong code with a right recovery code",
        { code: "abcdef", recovery_code: "aaaaa-bbbbb-ccccc" },
        401,
      ],
      ["a code of hundreds of digits", { code: "1".repeat(500) }, 401],
      ["a recovery code of hundreds of characters", { recovery_code: "a".repeat(500) }, 401],
      ["null as the code", { code: null }, 422],
      ["null for both fields", { code: null, recovery_code: null }, 422],
      ["an empty code", { code: "" }, 422],
      ["a code of spaces", { code: " \t " }, 422],
      ["an empty recovery code", { recovery_code: "" }, 422],
      ["two empty fields", { code: "", recovery_code: " " }, 422],
      ["neither field", {}, 422],
    ];
    for (const [what, body, status] of bad)
      it(`with ${what}`, async () => {
        const enrolment = await enrolled();
        const id = await challenge(enrolment.user);
        await answer({ challenge: id, ...body }).expect(status);
        await expectInvalid(id, enrolment);
      });

    it("after a wrong code", async () => {
      const enrolment = await enrolled();
      const id = await challenge(enrolment.user);
      await answer({ challenge: id, code: await wrong(enrolment) }).expect(401);
      await expectInvalid(id, enrolment);
    });

    it("after a code two time steps away", async () => {
      const enrolment = await enrolled();
      const id = await challenge(enrolment.user);
      const old = await enrolment.code();
      world.advance(60 * SECOND);
      await answer({ challenge: id, code: old }).expect(401);
      await expectInvalid(id, enrolment);
    });
  });

  describe("expires a challenge after 300 seconds:", () => {
    it("it works one millisecond before", async () => {
      const { user, code } = await enrolled();
      const id = await challenge(user);
      world.advance(300 * SECOND - 1);
      await answer({ challenge: id, code: await code() }).expect(200);
    });

    it("it is gone after that", async () => {
      const enrolment = await enrolled();
      const id = await challenge(enrolment.user);
      world.advance(300 * SECOND);
      await expectInvalid(id, enrolment);
    });
  });

  describe("checks the account again", () => {
    it("and rejects one whose password changed after the challenge was claimed", async () => {
      const { user, code } = await enrolled();
      const id = await challenge(user);
      const admin = await world.make.userWithToken({ role: "system_admin" });
      const { settings } = world.services;
      const read = settings.read.bind(settings);
      // the settings are read between the claim and the lock
      settings.read = async () => {
        settings.read = read;
        const change = { password: "another-good-password", password_confirmation: "another-good-password" };
        await world.api.as(admin.token).patch(`/users/${user.id}`, change).expect(200);
        return read();
      };
      await answer({ challenge: id, code: await code() }).expect(401);
      expect(await world.services.knex("personal_access_tokens").where({ user_id: user.id })).to.be.empty;
    });

    it("and rejects one that is no longer active", async () => {
      for (const status of ["inactive", "banned", "pending", null]) {
        const { user, code } = await enrolled();
        const id = await challenge(user);
        await world.services.knex("users").where({ id: user.id }).update({ status });
        await answer({ challenge: id, code: await code() }).expect(401);
      }
      expect(await tokens()).to.be.empty;
    });

    it("and rejects one that must now verify its address", async () => {
      const enrolment = await enrolled();
      const id = await challenge(enrolment.user);
      await world.services.settings.write({ "auth.email_verification": "1" });
      await expectInvalid(id, enrolment);
    });

    it("and rejects one that was deleted", async () => {
      const enrolment = await enrolled();
      const id = await challenge(enrolment.user);
      await world.services.knex("users").where({ id: enrolment.user.id }).update({ deleted_at: 1 });
      await expectInvalid(id, enrolment);
    });
  });

  describe("pauses codes after 10 failures in a row", () => {
    const mails = () => world.services.knex("mails").where({ kind: "two_factor_failures" });

    it("for 15 minutes, and notifies the owner", async () => {
      const enrolment = await enrolled();
      await fail(enrolment, 9);
      expect(await mails()).to.be.empty;
      await fail(enrolment, 1);
      expect(await mails()).to.have.length(1);
      const { body, headers } = await answer({
        challenge: await challenge(enrolment.user),
        code: await enrolment.code(),
      }).expect(429);
      expect(body.data.code).to.equal("throttled");
      expect(headers["retry-after"]).to.equal(String(15 * 60));
      world.advance(15 * MINUTE);
      await answer({ challenge: await challenge(enrolment.user), code: await enrolment.code() }).expect(200);
    });

    it("but not recovery codes, so that an attacker can't block them", async () => {
      const enrolment = await enrolled();
      await fail(enrolment, 10);
      const [recovery_code] = enrolment.recoveryCodes;
      await answer({ challenge: await challenge(enrolment.user), recovery_code }).expect(200);
    });

    it("with a duration that doubles with each further failure, up to 24 hours", async () => {
      const enrolment = await enrolled();
      await fail(enrolment, 10);
      let pause = 15 * MINUTE;
      for (const next of [30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR, 24 * HOUR]) {
        world.advance(pause);
        await fail(enrolment, 1);
        const { headers } = await answer({
          challenge: await challenge(enrolment.user),
          code: await enrolment.code(),
        }).expect(429);
        expect(headers["retry-after"]).to.equal(String(next / SECOND));
        pause = next;
      }
      expect(await mails()).to.have.length(9);
    });

    it("until a success resets the count", async () => {
      const enrolment = await enrolled();
      await fail(enrolment, 9);
      await answer({ challenge: await challenge(enrolment.user), code: await enrolment.code() }).expect(200);
      await fail(enrolment, 9);
      world.advance(MINUTE);
      await answer({ challenge: await challenge(enrolment.user), code: await enrolment.code() }).expect(200);
    });

    it("even when the failures are parallel", async () => {
      const enrolment = await enrolled();
      const challenges = [];
      for (let count = 0; count < 15; count++) challenges.push(await challenge(enrolment.user));
      const code = await wrong(enrolment);
      const answers = await Promise.all(challenges.map((id) => answer({ challenge: id, code })));
      expect(answers.filter(({ status }) => status === 401)).to.have.length(10);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(5);
    });

    it("for that account only", async () => {
      await fail(await enrolled(), 10);
      const { user, code } = await enrolled();
      await answer({ challenge: await challenge(user), code: await code() }).expect(200);
    });
  });

  describe("accepts five attempts an hour with recovery codes", () => {
    const recover = async (user: User, recovery_code: string): Promise<Test> =>
      answer({ challenge: await challenge(user), recovery_code });
    const guess = async (user: User, times: number): Promise<void> => {
      for (let count = 0; count < times; count++) expect((await recover(user, "wrong")).status).to.equal(401);
    };

    it("and rejects the sixth, even with a valid code, until the hour is over", async () => {
      const { user, recoveryCodes } = await enrolled();
      await guess(user, 5);
      const rejected = await recover(user, recoveryCodes[0]!);
      expect(rejected.status).to.equal(429);
      expect(rejected.headers["retry-after"]).to.equal("3600");
      expect(rejected.headers["ratelimit-policy"]).to.contain('"recovery-codes"; q=5; w=3600');
      world.advance(HOUR);
      expect((await recover(user, recoveryCodes[0]!)).status).to.equal(200);
    });

    it("which a valid one resets, separately from authenticator codes", async () => {
      const enrolment = await enrolled();
      await guess(enrolment.user, 4);
      expect((await recover(enrolment.user, enrolment.recoveryCodes[0]!)).status).to.equal(200);
      await guess(enrolment.user, 5);
      await answer({ challenge: await challenge(enrolment.user), code: await enrolment.code() }).expect(200);
    });

    it("and rejects all of them while attempts can't be counted", async () => {
      const { user, recoveryCodes } = await enrolled();
      const id = await challenge(user);
      const { counters } = world.services;
      const add = counters.add.bind(counters);
      counters.add = (key, ...rest) =>
        key.startsWith("recovery:") ? Promise.reject(new Error("gone")) : add(key, ...rest);
      try {
        await answer({ challenge: id, recovery_code: recoveryCodes[0] }).expect(503);
      } finally {
        counters.add = add;
      }
      expect(await tokens()).to.be.empty;
    });
  });

  it("rejects an unknown challenge with the response of a failed one", async () => {
    for (const id of ["6f1c2e50-1b1f-4b1e-8a55-3a0c7f3b9c11", "x", "' or 1=1 --", "\0", "\ud800"]) {
      const { body } = await answer({ challenge: id, code: "123456" }).expect(401);
      expect(body.data).to.deep.equal({ code: "challenge_failed" });
    }
  });

  it("C14: rejects values of other types with 422", async () => {
    const { user } = await enrolled();
    const challengeId = await challenge(user);
    for (const value of [123456, true, [], ["123456"], {}])
      for (const field of ["challenge", "code", "recovery_code"]) {
        const { body } = await answer({ challenge: challengeId, code: "123456", [field]: value }).expect(422);
        expect(body.data.errors).to.have.property(field);
      }
    expect(await tokens()).to.be.empty;
  });
});
