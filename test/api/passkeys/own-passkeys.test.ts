import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { ApiClient } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { endGrace, requireTwoFactor } from "../../support/app/second-factor.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey, authenticator, optionsFrom, signInWith } from "../../support/passkeys/passkeys.js";
import type { Behaviour } from "../../support/passkeys/software-authenticator.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

const PASSKEYS = "/auth/me/passkeys";
const OPTIONS = `${PASSKEYS}/options`;

describe("One's own passkeys through the API", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const apiOf = async (user: User): Promise<ApiClient> => world.api.as(await world.make.token(user));
  async function ada(): Promise<{ user: User; api: ApiClient }> {
    const user = await world.make.user();
    return { user, api: await apiOf(user) };
  }
  const stored = (user: User) => world.services.knex("users").where({ id: user.id }).first();

  it("offers a discoverable credential with user verification and no attestation", async () => {
    const { user, api } = await ada();
    const options = await optionsFrom(api, OPTIONS);
    expect(options).to.deep.include({
      rp: { id: "localhost", name: PRODUCT_NAME },
      attestation: "none",
      excludeCredentials: [],
      timeout: 5 * MINUTE,
    });
    expect(options.user).to.deep.include({ name: user.email, displayName: "Ada Lovelace" });
    expect(options.authenticatorSelection).to.deep.include({
      residentKey: "required",
      userVerification: "required",
    });
  });

  it("names a passkey after its authenticator, or as its owner says", async () => {
    const { user, api } = await ada();
    await addPasskey(world, user);
    world.advance(1);
    await addPasskey(world, user, { aaguid: "00000000-0000-0000-0000-000000000000" });
    world.advance(1);
    await addPasskey(world, user, { isSynced: true }, "Work laptop ");
    const { body } = await api.get(PASSKEYS).expect(200);
    expect(body.data.items).to.have.length(3);
    const [first, second, third] = body.data.items;
    expect(first).to.deep.include({ name: "Google Password Manager", is_synced: false, last_used_at: null });
    expect(second).to.deep.include({ name: "Passkey", authenticator: null });
    expect(third).to.deep.include({ name: "Work laptop", is_synced: true });
  });

  it("leaves out authenticators that have a passkey of the account", async () => {
    const { user, api } = await ada();
    const { device } = await addPasskey(world, user);
    const { excludeCredentials } = await optionsFrom(api, OPTIONS);
    expect(excludeCredentials).to.deep.equal([
      { id: device.id, type: "public-key", transports: ["internal", "hybrid"] },
    ]);
  });

  it("issues recovery codes with the first second factor of either kind, and only then", async () => {
    const { user, api } = await ada();
    const first = await addPasskey(world, user);
    expect(first.recoveryCodes).to.have.length(8);
    expect((await addPasskey(world, user)).recoveryCodes).to.be.empty;
    const codes = async () => (await api.get("/auth/me/recovery-codes")).body.data.recovery_codes as string[];
    expect(await codes()).to.deep.equal(first.recoveryCodes);
    const other = await world.make.user();
    await world.make.twoFactor(other);
    expect((await addPasskey(world, other)).recoveryCodes).to.be.empty;
  });

  it("keeps the recovery codes while an authenticator app is set up, turned on and turned off", async () => {
    const { user, api } = await ada();
    const { recoveryCodes } = await addPasskey(world, user);
    const codes = async () => (await api.get("/auth/me/recovery-codes")).body.data.recovery_codes as string[];
    const { secret } = (await api.post("/auth/me/two-factor").expect(201)).body.data;
    const { generate } = await import("otplib");
    const { now, SECOND } = await import("../../../src/lib/clock.js");
    const code = () => generate({ secret, epoch: Math.floor(now() / SECOND) });
    await api.put("/auth/me/two-factor", { code: await code() }).expect(200);
    expect(await codes()).to.deep.equal(recoveryCodes);
    world.advance(MINUTE);
    await api.send("delete", "/auth/me/two-factor", { code: await code() }).expect(200);
    expect(await codes()).to.deep.equal(recoveryCodes);
  });

  it("renames a passkey", async () => {
    const { user, api } = await ada();
    const { id } = await addPasskey(world, user);
    const { body } = await api.patch(`${PASSKEYS}/${id}`, { name: "Phone" }).expect(200);
    expect(body.data.name).to.equal("Phone");
    const [row] = await world.services.knex("activity_log").where({ event: "passkey_renamed" });
    expect(JSON.parse(row.changes)).to.deep.equal({
      before: { name: "Google Password Manager" },
      after: { name: "Phone" },
    });
  });

  it("removes a passkey, and the recovery codes with the last second factor", async () => {
    const { user, api } = await ada();
    const first = await addPasskey(world, user);
    const second = await addPasskey(world, user);
    await api.delete(`${PASSKEYS}/${first.id}`).expect(200);
    expect(await stored(user)).to.include({ passkey_count: 1 });
    expect((await stored(user)).two_factor_recovery_codes).not.to.equal(null);
    await api.delete(`${PASSKEYS}/${second.id}`).expect(200);
    expect(await stored(user)).to.include({ passkey_count: 0, two_factor_recovery_codes: null });
    expect((await signInWith(world, first.device)).body.data.code).to.equal("passkey_unknown");
  });

  it("notifies the owner by mail of every passkey that is added and removed", async () => {
    const { user, api } = await ada();
    const { id } = await addPasskey(world, user, {}, "Phone");
    await api.delete(`${PASSKEYS}/${id}`).expect(200);
    for (const kind of ["passkey_added", "passkey_removed"]) {
      const [mail] = await queuedMails(world.services, kind);
      expect(mail, kind).to.deep.include({ to: user.email, link: "/user/security" });
      expect(mail!.text, kind).to.include("“Phone”");
    }
  });

  it("confirms with a passkey instead of the password", async () => {
    const { user, api } = await ada();
    const { device } = await addPasskey(world, user);
    world.advance(DAY / 2);
    await api.delete("/auth/me/sessions").expect(423);
    const options = await optionsFrom(api, "/auth/confirm-password/options");
    expect(options.allowCredentials).to.have.length(1);
    // an authenticator that was asked for a certain credential needn't send the user handle
    const credential = device.get(options, { userHandle: null });
    await api.post("/auth/confirm-password", { credential }).expect(200);
    await api.delete("/auth/me/sessions").expect(200);
  });

  it("complies with a required second factor", async () => {
    const { user, api } = await ada();
    await requireTwoFactor(world, "everyone");
    await endGrace(world);
    await api.get("/definitions").expect(403);
    const { id } = await addPasskey(world, user);
    await api.get("/definitions").expect(200);
    const { body } = await api.delete(`${PASSKEYS}/${id}`).expect(403);
    expect(body.message).to.include("must have a second factor");
  });

  describe("removing the password", () => {
    it("is possible with a synced passkey, and ends the sessions", async () => {
      const { user, api } = await ada();
      const { device } = await addPasskey(world, user, { isSynced: true });
      const { visitor } = await world.signedIn(user);
      await api.delete("/auth/me/password").expect(200);
      expect(await stored(user)).to.include({ password: null, password_changed_at: null });
      expect((await visitor.get("/dashboard")).status).to.equal(302);
      await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(401);
      expect((await signInWith(world, device)).status).to.equal(200);
      expect(await queuedMails(world.services, "password_removed")).to.have.length(1);
    });

    it("leaves a reset link as the way to a new password", async () => {
      const { user, api } = await ada();
      await world.services.knex("users").where({ id: user.id }).update({ email_verified_at: 1 });
      await addPasskey(world, user, { isSynced: true });
      await api.delete("/auth/me/password").expect(200);
      await world.api.post("/auth/forgot-password", { email: user.email }).expect(200);
      const [mail] = await queuedMails(world.services, "reset_password");
      const token = mail!.link.split("/").at(-1)!.split("?")[0];
      const password = "staple-battery-horse";
      const sent = { token, password, password_confirmation: password };
      await world.api.post("/auth/reset-password", sent).expect(200);
      await world.api.post("/auth/login", { email: user.email, password }).expect(200);
      // it isn't the first password of an invited account: the owner is told, and the address stays as it was
      expect(await queuedMails(world.services, "password_changed")).to.have.length(1);
      expect(await stored(user)).to.include({ email_verified_at: 1, passkey_count: 1 });
    });

    it("is rejected without a synced passkey, and a second time", async () => {
      const { user, api } = await ada();
      await addPasskey(world, user);
      const { body } = await api.delete("/auth/me/password").expect(422);
      expect(body.data.errors.password).to.deep.equal([
        "Add a synced passkey before you remove your password.",
      ]);
      await addPasskey(world, user, { isSynced: true });
      await api.delete("/auth/me/password").expect(200);
      await api.delete("/auth/me/password").expect(422);
    });

    it("makes the last passkey the only way in, which can't be removed", async () => {
      const { user, api } = await ada();
      const synced = await addPasskey(world, user, { isSynced: true });
      const other = await addPasskey(world, user);
      await api.delete("/auth/me/password").expect(200);
      await api.delete(`${PASSKEYS}/${synced.id}`).expect(200);
      const { body } = await api.delete(`${PASSKEYS}/${other.id}`).expect(422);
      expect(body.data.errors.passkey[0]).to.include("the only way to sign in");
      expect((await signInWith(world, other.device)).status).to.equal(200);
    });
  });

  describe("rejects", () => {
    const WRONG: Record<string, Behaviour> = {
      "another origin": { origin: "https://evil.example" },
      "another domain": { rpId: "evil.example" },
      "a challenge of its own": { challenge: "kTqTn5w3Dq4aSPg8vX0m1uYkJd8hG2bR9cZ6eLoW7sA" },
      "a user who wasn't verified": { userVerified: false },
      "the answer to a sign-in": { type: "webauthn.get" },
    };
    for (const [name, behaviour] of Object.entries(WRONG))
      it(`to add with ${name}`, async () => {
        const { user, api } = await ada();
        const credential = authenticator(world).create(await optionsFrom(api, OPTIONS), behaviour);
        const { body } = await api.post(PASSKEYS, { credential }).expect(422);
        expect(body.data.errors).to.have.all.keys("credential");
        expect(await stored(user)).to.include({ passkey_count: 0 });
      });

    it("an answer twice, after five minutes, or with the challenge of another account", async () => {
      const { api } = await ada();
      const options = await optionsFrom(api, OPTIONS);
      const credential = authenticator(world).create(options);
      await api.post(PASSKEYS, { credential }).expect(201);
      await api.post(PASSKEYS, { credential }).expect(422);
      const late = await optionsFrom(api, OPTIONS);
      world.advance(5 * MINUTE);
      await api.post(PASSKEYS, { credential: authenticator(world).create(late) }).expect(422);
      const grace = await ada();
      const foreign = await optionsFrom(grace.api, OPTIONS);
      await api.post(PASSKEYS, { credential: authenticator(world).create(foreign) }).expect(422);
    });

    it("a credential that another account has", async () => {
      const { user } = await ada();
      const { device } = await addPasskey(world, user);
      const other = await ada();
      const credential = device.create(await optionsFrom(other.api, OPTIONS));
      const { body } = await other.api.post(PASSKEYS, { credential }).expect(422);
      expect(body.data.errors.credential).to.deep.equal(["This passkey is already registered."]);
    });

    it("more than 25", async () => {
      const { user, api } = await ada();
      await world.services.knex("users").where({ id: user.id }).update({ passkey_count: 25 });
      const credential = authenticator(world).create(await optionsFrom(api, OPTIONS));
      await api.post(PASSKEYS, { credential }).expect(422);
    });

    it("a blank name, and one with control characters", async () => {
      const { user, api } = await ada();
      const { id } = await addPasskey(world, user);
      for (const name of ["   ", "a\u202eb", "x".repeat(65)])
        await api.patch(`${PASSKEYS}/${id}`, { name }).expect(422);
    });

    it("to change the passkey of another account", async () => {
      const { id } = await addPasskey(world, await world.make.user());
      const { api } = await ada();
      await api.patch(`${PASSKEYS}/${id}`, { name: "Mine" }).expect(404);
      await api.delete(`${PASSKEYS}/${id}`).expect(404);
    });

    it("changes without a recent password", async () => {
      const { user, api } = await ada();
      const { id } = await addPasskey(world, user);
      world.advance(DAY / 2);
      await api.post(OPTIONS).expect(423);
      await api.patch(`${PASSKEYS}/${id}`, { name: "Phone" }).expect(423);
      await api.delete(`${PASSKEYS}/${id}`).expect(423);
      await api.delete("/auth/me/password").expect(423);
    });

    it("to confirm with the passkey of another account, or with neither", async () => {
      const { user, api } = await ada();
      const { device } = await addPasskey(world, await world.make.user());
      await addPasskey(world, user);
      const options = await optionsFrom(api, "/auth/confirm-password/options");
      const { body } = await api
        .post("/auth/confirm-password", { credential: device.get(options) })
        .expect(422);
      expect(body.data.errors).to.have.all.keys("credential");
      await api.post("/auth/confirm-password", {}).expect(422);
    });

    it("to confirm with an answer to a sign-in", async () => {
      const { user, api } = await ada();
      const { device } = await addPasskey(world, user);
      const options = await optionsFrom(world.api, "/auth/passkeys/options");
      await api.post("/auth/confirm-password", { credential: device.get(options) }).expect(422);
    });

    it("new passkeys while they are turned off", async () => {
      const { user, api } = await ada();
      const { device } = await addPasskey(world, user);
      const credential = authenticator(world).create(await optionsFrom(api, OPTIONS));
      const proof = device.get(await optionsFrom(api, "/auth/confirm-password/options"));
      await world.services.settings.write({ "auth.passkeys": "0" });
      await api.post(OPTIONS).expect(403);
      await api.post("/auth/confirm-password/options").expect(403);
      await api.post(PASSKEYS, { credential }).expect(403);
      await api.post("/auth/confirm-password", { credential: proof }).expect(403);
    });
  });
});
