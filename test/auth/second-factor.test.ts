import { expect } from "chai";
import { Encryption } from "../../src/lib/encryption.js";
import { HOUR, MINUTE } from "../../src/lib/clock.js";
import { acceptCode, recoveryCodesOf, sealRecoveryCodes } from "../../src/domain/two-factor/two-factor.js";
import { User } from "../../src/models/user.js";
import { TEST_KEY } from "../support/app/config.js";
import { freshIp } from "../support/app/client.js";
import { PASSWORD } from "../support/app/factories.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const OLDER_KEY = Buffer.alloc(32, 7);
const CODES = ["aaaaa-bbbbb-ccccc", "ddddd-eeeee-fffff", "ggggg-hhhhh-jjjjj", "kkkkk-mmmmm-nnnnn"];

describe("Two-factor authentication of an account", () => {
  const world = useWorld({ APP_PREVIOUS_KEYS: `base64:${OLDER_KEY.toString("base64")}` });
  beforeEach(() => world.freezeTime());

  const reread = async ({ id }: User): Promise<User> =>
    User.query(world.services.knex).findById(id).throwIfNotFound();
  const codesOf = async (user: User): Promise<string[]> =>
    recoveryCodesOf(world.services.encryption, await reread(user));
  async function answerOnApi({ email }: User, answer: object): Promise<number> {
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    return (await world.api.post("/auth/two-factor-challenge", { challenge: body.data.challenge, ...answer }))
      .status;
  }
  /** @returns the target of the redirect: the dashboard, or the sign-in page; undefined when the page asks again */
  async function answerInBrowser(visitor: Visitor, user: User, answer: Record<string, string>) {
    visitor.ip = freshIp();
    await visitor.signIn(user);
    await visitor.get("/two-factor-challenge");
    const { headers } = await visitor.submit("/two-factor-challenge", answer);
    world.advance(MINUTE);
    return headers["location"];
  }

  describe("removes only the recovery code that was used", () => {
    const others = [CODES[0], CODES[1], CODES[3]];

    it("on the API", async () => {
      const user = await world.make.user();
      await world.make.twoFactor(user, CODES);
      expect(await answerOnApi(user, { recovery_code: CODES[2] })).to.equal(200);
      expect(await codesOf(user)).to.deep.equal(others);
      expect(await answerOnApi(user, { recovery_code: CODES[2] })).to.equal(401);
      expect(await answerOnApi(user, { recovery_code: CODES[0] })).to.equal(200);
    });

    it("in a browser", async () => {
      const user = await world.make.user();
      await world.make.twoFactor(user, CODES);
      const use = (code: string) => answerInBrowser(world.visitor(), user, { recovery_code: code });
      expect(await use(CODES[2]!)).to.equal("/dashboard");
      expect(await codesOf(user)).to.deep.equal(others);
      expect(await use(CODES[2]!)).to.equal(undefined);
      expect(await use(CODES[0]!)).to.equal("/dashboard");
    });

    it("and none after an invalid one", async () => {
      const user = await world.make.user();
      await world.make.twoFactor(user, CODES);
      expect(await answerOnApi(user, { recovery_code: "aaaaa-bbbbb-nnnnn" })).to.equal(401);
      expect(await codesOf(user)).to.deep.equal(CODES);
    });
  });

  describe("while attackers' failures pause it", () => {
    /**
     * An owner with a browser that has signed in before, and ten failed codes of an attacker who knows the password.
     */
    async function underAttack() {
      const { user, visitor } = await world.signedIn();
      await visitor.submit("/logout");
      const factor = await world.make.twoFactor(user, CODES);
      for (let count = 0; count < 10; count++) await answerOnApi(user, { code: "000000" });
      return { user, visitor, ...factor };
    }

    it("accepts codes from a browser that has signed in before, but from no other", async () => {
      const { user, visitor, code } = await underAttack();
      expect(await answerOnApi(user, { code: await code() })).to.equal(429);
      expect(await answerInBrowser(world.visitor(), user, { code: await code() })).to.equal("/login");
      expect(await answerInBrowser(visitor, user, { code: await code() })).to.equal("/dashboard");
      expect(await answerOnApi(user, { code: await code() })).to.equal(429);
    });

    it("pauses such a browser after ten failures of its own", async () => {
      const { user, visitor, code } = await underAttack();
      for (let count = 0; count < 10; count++)
        expect(await answerInBrowser(visitor, user, { code: "000000" })).to.equal(undefined);
      expect(await answerInBrowser(visitor, user, { code: await code() })).to.equal("/login");
      const [row] = await world.services.knex("two_factor_device_failures");
      expect(row).to.include({ user_id: user.id, failures: 10 });
      world.advance(HOUR);
      expect(await answerInBrowser(visitor, user, { code: await code() })).to.equal("/dashboard");
      expect(await world.services.knex("two_factor_device_failures")).to.be.empty;
    });

    it("allows such a browser its own five attempts a minute", async () => {
      const { user, visitor, code } = await underAttack();
      const failOnce = async (): Promise<void> => {
        const stranger = world.visitor();
        await stranger.signIn(user);
        await stranger.get("/two-factor-challenge");
        await stranger.submit("/two-factor-challenge", { code: "000000" });
      };
      for (let count = 0; count < 6; count++) await failOnce();
      expect(await answerInBrowser(visitor, user, { code: await code() })).to.equal("/dashboard");
    });

    it("can be turned off in such a browser", async () => {
      const { user, visitor, code } = await underAttack();
      await answerInBrowser(visitor, user, { code: await code() });
      await visitor.get("/user/security");
      const { headers } = await visitor.delete("/user/two-factor-authentication", { code: await code() });
      expect(headers["location"]).to.equal("/user/security#two-factor");
      expect((await reread(user)).hasTwoFactor).to.equal(false);
      expect(await world.services.knex("two_factor_failures")).to.be.empty;
    });
  });

  describe("after a rotation of APP_KEY", () => {
    /** The account before the key rotation. */
    async function sealedBefore() {
      const user = await world.make.user();
      const { secret, code } = await world.make.twoFactor(user);
      const older = new Encryption(OLDER_KEY, []);
      const cell = { table: "users", column: "two_factor_secret", row: user.id };
      await world.services
        .knex("users")
        .where({ id: user.id })
        .update({
          two_factor_secret: older.encrypt(secret, cell),
          two_factor_recovery_codes: sealRecoveryCodes(older, user, CODES),
        });
      return { user, code, secret };
    }
    const stored = async (user: User): Promise<(string | null)[]> => {
      const { two_factor_secret, two_factor_recovery_codes } = await reread(user);
      return [two_factor_secret, two_factor_recovery_codes];
    };

    it("encrypts its secret with the current key at the next use, and works without the previous one", async () => {
      const { user, code } = await sealedBefore();
      expect(await answerOnApi(user, { code: await code() })).to.equal(200);
      const current = new Encryption(Buffer.from(TEST_KEY.replace("base64:", ""), "base64"), []);
      for (const value of await stored(user)) expect(current.isCurrent(value!)).to.equal(true);
      expect(recoveryCodesOf(current, await reread(user))).to.deep.equal(CODES);
      world.advance(MINUTE);
      const accepted = await world.services.knex.transaction(async (trx) =>
        acceptCode(trx, current, await User.query(trx).findById(user.id).throwIfNotFound(), await code()),
      );
      expect(accepted).to.equal(true);
    });

    it("doesn't encrypt its secret again after a wrong code", async () => {
      const { user } = await sealedBefore();
      const before = await stored(user);
      expect(await answerOnApi(user, { code: "000000" })).to.equal(401);
      expect(await stored(user)).to.deep.equal(before);
    });

    it("encrypts its secret again only once", async () => {
      const { user, code } = await sealedBefore();
      await answerOnApi(user, { code: await code() });
      const before = await stored(user);
      world.advance(MINUTE);
      expect(await answerOnApi(user, { code: await code() })).to.equal(200);
      expect(await stored(user)).to.deep.equal(before);
    });
  });
});
