import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { redirectParameters } from "../../support/oauth/authorization-request.js";
import { RelyingParty } from "../../support/oauth/relying-party.js";
import { addPasskey, signInWith } from "../../support/passkeys/passkeys.js";
import { linkIdentity, makeProvider } from "../../support/providers/providers.js";

const NEW = "a-new-and-long-password";

describe("The owner of an address who resets the password", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());
  const visitor = () => world.visitor();

  async function reset(email: string, browser = visitor()): Promise<Response> {
    await browser.get("/forgot-password");
    await browser.submit("/forgot-password", { email });
    const { link } = (await queuedMails(world.services, "reset_password")).at(-1)!;
    await browser.get(link);
    const token = link.split("/").at(-1)!;
    return browser.submit("/reset-password", { token, password: NEW, password_confirmation: NEW });
  }
  const row = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();

  /** A stranger registers the address, and leaves every way in that an account can have. */
  async function hijack(user: User) {
    await makeProvider(world);
    await linkIdentity(world, user);
    const { device } = await addPasskey(world, user);
    await world.make.twoFactor(user);
    return device;
  }

  describe("for an address that nobody has verified", () => {
    it("removes every way in that a stranger has left, and verifies the address", async () => {
      const body = registration({ email: "owner@example.test" });
      const registered = await world.api.post("/auth/register", body).expect(201);
      const user = registered.body.data.user as User;
      const device = await hijack(user);
      const done = await reset("owner@example.test");
      expect(done.headers["location"]).to.equal("/login");
      expect((await signInWith(world, device)).status).to.equal(401);
      const { knex } = world.services;
      for (const table of ["passkeys", "user_identities"])
        expect(await knex(table).where({ user_id: user.id }), table).to.be.empty;
      expect(await row(user)).to.include({
        ...{ passkey_count: 0, identity_count: 0, two_factor_secret: null },
        ...{ two_factor_recovery_codes: null, email_verified_at: now() },
      });
      const { body: signedIn } = await world.api
        .post("/auth/login", { email: "owner@example.test", password: NEW })
        .expect(200);
      expect(signedIn.data).to.have.keys("user", "token");
    });

    it("does so through the API, too", async () => {
      const user = await world.make.user();
      const device = await hijack(user);
      await world.api.post("/auth/forgot-password", { email: user.email }).expect(200);
      const { link } = (await queuedMails(world.services, "reset_password")).at(-1)!;
      const token = link.split("/").at(-1)!;
      await world.api
        .post("/auth/reset-password", { token, password: NEW, password_confirmation: NEW })
        .expect(200);
      expect((await signInWith(world, device)).status).to.equal(401);
      expect(await row(user)).to.include({ identity_count: 0, two_factor_secret: null });
    });

    it("ends the consents that a stranger gave", async () => {
      const rp = new RelyingParty(world);
      await rp.begin();
      await rp.allow();
      await reset(rp.user.email);
      await rp.visitor.get("/login");
      await rp.visitor.submit("/login", { email: rp.user.email, password: NEW });
      const silent = await rp.open({ prompt: "none" });
      expect(redirectParameters(silent)).to.include({ error: "consent_required" });
    });
  });

  describe("for an address that was verified before", () => {
    let user: User;
    beforeEach(async () => {
      user = await world.make.user({ email_verified_at: now() });
    });

    it("sees what still signs in, and can keep it", async () => {
      const { device } = await addPasskey(world, user, {}, "Phone");
      await makeProvider(world, { name: "Example" });
      await linkIdentity(world, user);
      const left = await reset(user.email);
      expect(left.status).to.equal(200);
      expect(textOf(left)).to.contain("Passkey: Phone").and.contain("Sign-in with Example");
      expect((await signInWith(world, device)).status).to.equal(200);
    });

    it("removes it with one button, for ten minutes, and keeps an authenticator app", async () => {
      const { device } = await addPasskey(world, user);
      const { code } = await world.make.twoFactor(user);
      const browser = visitor();
      const left = await reset(user.email, browser);
      const removal = /name="removal" value="([^"]+)"/.exec(left.text)![1]!;
      const removed = await browser.submit("/reset-password/other-ways-in", { removal });
      expect(removed.headers["location"]).to.equal("/login");
      expect((await signInWith(world, device)).status).to.equal(401);
      const login = await world.api.post("/auth/login", { email: user.email, password: NEW }).expect(200);
      const { challenge } = login.body.data as { challenge: string };
      await world.api.post("/auth/two-factor-challenge", { challenge, code: await code() }).expect(200);
      world.advance(10 * MINUTE);
      const late = await browser.submit("/reset-password/other-ways-in", { removal });
      expect(late.status).to.equal(403);
    });

    it("can't remove a passkey that is a required second factor before signing in", async () => {
      const { device } = await addPasskey(world, user);
      const browser = visitor();
      const earlier = await reset(user.email, browser);
      const removal = /name="removal" value="([^"]+)"/.exec(earlier.text)![1]!;
      await world.services.settings.write({ "auth.two_factor_required": "everyone" });
      world.advance(MINUTE);
      const left = await reset(user.email);
      expect(left.text).not.to.contain('name="removal"');
      for (const sealed of [removal, "made-up"])
        expect((await browser.submit("/reset-password/other-ways-in", { removal: sealed })).status).to.equal(
          403,
        );
      expect((await signInWith(world, device)).status).to.equal(200);
    });
  });

  it("of an account without another way in continues at the sign-in page", async () => {
    const user = await world.make.user({ email_verified_at: now() });
    expect((await reset(user.email)).headers["location"]).to.equal("/login");
  });
});
