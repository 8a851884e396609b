import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";
import { freshIp } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { requireTwoFactor } from "../../support/app/second-factor.js";
import { MEASURED } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey, authenticator, optionsFrom, signInWith } from "../../support/passkeys/passkeys.js";
import type { Behaviour } from "../../support/passkeys/software-authenticator.js";

const OPTIONS = "/auth/passkeys/options";

describe("POST /auth/passkeys", () => {
  const world = useWorld(MEASURED);
  const knex = (table: string) => world.services.knex(table);

  beforeEach(() => world.freezeTime());

  const signInTokens = ({ id }: User) =>
    knex("personal_access_tokens").where({ user_id: id, kind: "sign_in" }).pluck("id");
  const events = async (event: string) => {
    const rows = (await knex("activity_log").where({ event }).orderBy("id")) as {
      actor_id: string | null;
      owner_id: string | null;
      changes: string;
    }[];
    return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as Record<string, unknown> }));
  };
  const challengeOf = async ({ email }: User): Promise<string> => {
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    return body.data.challenge as string;
  };

  for (const algorithm of ["ES256", "EdDSA", "RS256"] as const)
    it(`signs in with a passkey of ${algorithm}, without an email address`, async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user, { algorithm });
      const { status, body } = await signInWith(world, device);
      expect(status).to.equal(200);
      expect(body.data.user.id).to.equal(user.id);
      await world.api.as(body.data.token).get("/auth/me").expect(200);
    });

  it("asks for a passkey of this domain, with a verified user and a challenge for five minutes", async () => {
    const options = await optionsFrom(world.api, OPTIONS);
    expect(options).to.deep.include({
      rpId: "localhost",
      userVerification: "required",
      timeout: 5 * MINUTE,
      allowCredentials: [],
    });
    expect(Buffer.from(options.challenge as string, "base64url")).to.have.length(32);
    const stored = await knex("passkey_challenges").first();
    expect(JSON.stringify(stored)).not.to.include(options.challenge);
  });

  it("needs no code although the account has an authenticator app", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    await world.make.twoFactor(user);
    const { body } = await signInWith(world, device);
    expect(body.data).to.have.all.keys("user", "token");
  });

  it("compares no password", async () => {
    const { device } = await addPasskey(world, await world.make.user());
    expect(await bcryptWork(() => signInWith(world, device))).to.equal(0);
  });

  it("counts as a recent password", async () => {
    const { device } = await addPasskey(world, await world.make.user());
    world.advance(DAY);
    const { body } = await signInWith(world, device);
    await world.api.as(body.data.token).delete("/auth/me/sessions").expect(200);
  });

  it("records the sign-in, the use and the last use", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    world.advance(MINUTE);
    await signInWith(world, device);
    const [login] = await events("login");
    expect(login).to.deep.include({ actor_id: user.id, changes: { method: "passkey" } });
    const [use] = await events("passkey_used");
    expect(use!.changes).to.deep.equal({ passkey: "Google Password Manager", purpose: "sign-in" });
    const passkey = (await knex("passkeys").first()) as { last_used_at: number; created_at: number };
    expect(passkey.last_used_at).to.equal(passkey.created_at + MINUTE);
  });

  it("counts sign-ins by method", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    await signInWith(world, device);
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD });
    const metrics = await world.services.metrics.registry.metrics();
    expect(metrics).to.match(/authdock_sign_ins_total\{method="passkey",result="success"\} [1-9]/);
    expect(metrics).to.match(/authdock_sign_ins_total\{method="password",result="success"\} [1-9]/);
  });

  it("tells an unverified account to verify the address, and sends the mail again", async () => {
    const { device } = await addPasskey(world, await world.make.user());
    await world.services.settings.write({ "auth.email_verification": "1" });
    const { body } = await signInWith(world, device);
    expect(body.data).to.deep.equal({ requires_verification: true });
    expect(await queuedMails(world.services, "verify_email")).to.have.length(1);
  });

  it("says that the owner must replace the password", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    await knex("users").where({ id: user.id }).update({ password_must_change: true });
    expect((await signInWith(world, device)).body.meta).to.deep.equal({ password_must_change: true });
  });

  it("stores whether the passkey is synced now", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user, { isSynced: true });
    await knex("passkeys").update({ is_backed_up: false });
    await signInWith(world, device);
    const passkey = (await knex("passkeys").first()) as { is_backed_up: number };
    expect(Boolean(passkey.is_backed_up)).to.equal(true);
  });

  it("accepts a count that goes back, and tells the owner that the key may have been copied", async () => {
    const { device } = await addPasskey(world, await world.make.user());
    expect((await signInWith(world, device, { count: 9 })).status).to.equal(200);
    expect(await queuedMails(world.services, "passkey_copied")).to.be.empty;
    expect((await signInWith(world, device, { count: 3 })).status).to.equal(200);
    expect(await queuedMails(world.services, "passkey_copied")).to.have.length(1);
    expect(await events("passkey_count_decreased")).to.have.length(1);
  });

  it("doesn't compare the count of synced passkeys, which always send 0", async () => {
    const { device } = await addPasskey(world, await world.make.user(), { isSynced: true });
    for (let times = 0; times < 2; times++) await signInWith(world, device);
    expect(await events("passkey_count_decreased")).to.be.empty;
  });

  describe("with the challenge of a password", () => {
    it("answers the challenge of an account with an authenticator app", async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user);
      await world.make.twoFactor(user);
      const challenge = await challengeOf(user);
      const { status, body } = await signInWith(world, device, {}, { challenge });
      expect(status).to.equal(200);
      expect(body.data.user.id).to.equal(user.id);
    });

    it("asks for it where the settings require a second factor and the account has only a passkey", async () => {
      const user = await world.make.user();
      const { device, recoveryCodes } = await addPasskey(world, user);
      expect(
        (await world.api.post("/auth/login", { email: user.email, password: PASSWORD })).body.data,
      ).to.have.keys("user", "token");
      await requireTwoFactor(world, "everyone");
      const challenge = await challengeOf(user);
      expect((await signInWith(world, device, {}, { challenge })).status).to.equal(200);
      const other = { challenge: await challengeOf(user), recovery_code: recoveryCodes[0] };
      await world.api.post("/auth/two-factor-challenge", other).expect(200);
    });

    it("rejects the passkey of another account, and the challenge is gone", async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user);
      const { code } = await world.make.twoFactor(user);
      const other = await addPasskey(world, await world.make.user());
      const challenge = await challengeOf(user);
      const { status, body } = await signInWith(world, other.device, {}, { challenge });
      expect([status, body.data.code]).to.deep.equal([401, "challenge_failed"]);
      await world.api.post("/auth/two-factor-challenge", { challenge, code: await code() }).expect(401);
      expect((await signInWith(world, device, {}, { challenge })).status).to.equal(401);
    });

    it("rejects the code of a setup that was never finished", async () => {
      const user = await world.make.user();
      await addPasskey(world, user);
      await requireTwoFactor(world, "everyone");
      const { code } = await world.make.twoFactor(user);
      await knex("users").where({ id: user.id }).update({ two_factor_confirmed_at: null });
      const challenge = await challengeOf(user);
      await world.api.post("/auth/two-factor-challenge", { challenge, code: await code() }).expect(401);
    });
  });

  describe("rejects", () => {
    const WRONG: Record<string, Behaviour> = {
      "another origin": { origin: "https://localhost.evil.example" },
      "an origin with another port": { origin: "http://localhost:4000" },
      "a page inside another site": { crossOrigin: true },
      "another domain": { rpId: "evil.example" },
      "a challenge of its own": { challenge: "kTqTn5w3Dq4aSPg8vX0m1uYkJd8hG2bR9cZ6eLoW7sA" },
      "a signature of something else": { forged: true },
      "a user who wasn't verified": { userVerified: false },
      "the answer to a registration": { type: "webauthn.create" },
      "another account's user handle": { userHandle: "AZqPPGoefDudUg9qGyw9Tg" },
      "no user handle": { userHandle: null },
    };
    for (const [name, behaviour] of Object.entries(WRONG))
      it(name, async () => {
        const user = await world.make.user();
        const { device } = await addPasskey(world, user);
        const before = await signInTokens(user);
        const { status, body } = await signInWith(world, device, behaviour);
        expect([status, body.data.code]).to.deep.equal([401, "passkey_rejected"]);
        expect(await signInTokens(user)).to.deep.equal(before);
        const [failure] = await events("login_failed");
        expect(failure!.changes).to.deep.equal({ method: "passkey" });
      });

    it("a challenge that expired", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const options = await optionsFrom(world.api, OPTIONS);
      world.advance(5 * MINUTE);
      await world.api.post("/auth/passkeys", { credential: device.get(options) }).expect(401);
    });

    it("an answer that was used", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const credential = device.get(await optionsFrom(world.api, OPTIONS));
      await world.api.post("/auth/passkeys", { credential }).expect(200);
      const { body } = await world.api.post("/auth/passkeys", { credential }).expect(401);
      expect(body.data.code).to.equal("passkey_rejected");
    });

    it("a right answer to a challenge that a wrong one has spent", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const options = await optionsFrom(world.api, OPTIONS);
      await world.api
        .post("/auth/passkeys", { credential: device.get(options, { forged: true }) })
        .expect(401);
      await world.api.post("/auth/passkeys", { credential: device.get(options) }).expect(401);
    });

    it("a challenge that was issued for a confirmation", async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user);
      const own = world.api.as(await world.make.token(user));
      const options = await optionsFrom(own, "/auth/confirm-password/options");
      await world.api.post("/auth/passkeys", { credential: device.get(options) }).expect(401);
    });

    it("a credential that nobody has, and says so", async () => {
      const { device, id } = await addPasskey(world, await world.make.user());
      await knex("passkeys").where({ id }).del();
      const removed = await signInWith(world, device);
      expect([removed.status, removed.body.data.code]).to.deep.equal([401, "passkey_unknown"]);
      const stranger = authenticator(world);
      stranger.create({ challenge: "x", rp: { id: "localhost" }, user: { id: "AAAA" } });
      expect((await signInWith(world, stranger)).body.data.code).to.equal("passkey_unknown");
    });

    for (const status of ["banned", "inactive"])
      it(`an account that is ${status}`, async () => {
        const user = await world.make.user();
        const { device } = await addPasskey(world, user);
        await knex("users").where({ id: user.id }).update({ status });
        const { body } = await signInWith(world, device);
        expect(body.data.code).to.equal("passkey_rejected");
      });

    it("a deleted account", async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user);
      await knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
      expect((await signInWith(world, device)).status).to.equal(401);
    });

    it("every passkey while they are turned off", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const options = await optionsFrom(world.api, OPTIONS);
      await world.services.settings.write({ "auth.passkeys": "0" });
      await world.api.post(OPTIONS).expect(403);
      await world.api.post("/auth/passkeys", { credential: device.get(options) }).expect(403);
    });

    it("the eleventh attempt after ten failures in a row, until the pause is over", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      for (let times = 0; times < 10; times++) await signInWith(world, device, { forged: true });
      expect((await signInWith(world, device)).status).to.equal(429);
      world.advance(15 * MINUTE);
      expect((await signInWith(world, device)).status).to.equal(200);
    });

    it("no passkey because of wrong codes, however many were sent", async () => {
      const user = await world.make.user();
      const { device } = await addPasskey(world, user);
      await world.make.twoFactor(user);
      const login = { email: user.email, password: PASSWORD };
      let paused = 0;
      for (let times = 0; times < 12; times++) {
        const { body } = await world.api.post("/auth/login", login).expect(200);
        const answer = { challenge: body.data.challenge as string, code: "000000" };
        paused += (await world.api.post("/auth/two-factor-challenge", answer)).status === 429 ? 1 : 0;
      }
      expect(paused).to.be.greaterThan(0);
      expect((await signInWith(world, device)).status).to.equal(200);
    });

    it("the eleventh attempt, and the 31st challenge, of an address in a minute", async () => {
      const ip = freshIp();
      const send = async (path: string, body?: object) =>
        (await world.api.post(path, body).set("X-Forwarded-For", ip)).status;
      const credential = authenticator(world).get({ challenge: "x", rpId: "localhost" });
      for (let times = 0; times < 10; times++)
        expect(await send("/auth/passkeys", { credential })).to.equal(401);
      expect(await send("/auth/passkeys", { credential })).to.equal(429);
      for (let times = 0; times < 30; times++) expect(await send(OPTIONS)).to.equal(200);
      expect(await send(OPTIONS)).to.equal(429);
    });

    it("values of other types", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const credential = device.get(await optionsFrom(world.api, OPTIONS));
      for (const wrong of [
        { ...credential, id: 1 },
        { ...credential, response: null },
        { ...credential, response: { ...credential.response, signature: ["x"] } },
        { ...credential, more: true },
      ])
        await world.api.post("/auth/passkeys", { credential: wrong }).expect(422);
    });
  });
});
