import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import { freshIp } from "../../support/app/client.js";
import { queuedMails } from "../../support/app/mails.js";
import { requireTwoFactor } from "../../support/app/second-factor.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { alertOf, optionsOf, signInOnPage, submitPasskey } from "../../support/passkeys/browser-passkeys.js";

const CHALLENGE = { options: "/two-factor-challenge/passkey-options", action: "/two-factor-challenge" };

describe("Signing in with a passkey in a browser", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const owner = async (options: object = {}) => {
    const user = await world.make.user(options);
    return { user, ...(await addPasskey(world, user)) };
  };

  it("offers a button and the list of the email field, and says that they need JavaScript", async () => {
    const { text } = await world.visitor().get("/login");
    expect(text).to.contain("Sign in with a passkey").and.contain('autocomplete="username webauthn"');
    expect(text).to.match(/<noscript>[^]*Passkeys need JavaScript[^]*<\/noscript>/);
  });

  it("starts a session, in which the password counts as confirmed", async () => {
    const { device } = await owner();
    const visitor = world.visitor();
    const answer = await signInOnPage(visitor, device);
    expect([answer.status, answer.headers["location"]]).to.deep.equal([303, "/dashboard"]);
    expect((await visitor.get("/user/two-factor-recovery-codes")).status).to.equal(200);
  });

  it("replaces the session id of the browser and remembers the browser for 30 days", async () => {
    const { device } = await owner();
    const visitor = world.visitor();
    await signInOnPage(visitor, device, { remember: "1" });
    const session = await world.services.knex("sessions").first();
    expect(session.expires_at - session.created_at).to.equal(30 * DAY);
  });

  it("continues at the requested page, also for consent and for devices", async () => {
    const { device } = await owner();
    for (const next of ["/oauth/device?user_code=BCDF-GHJK", "/profile"]) {
      const answer = await signInOnPage(world.visitor(), device, { next });
      expect(answer.headers["location"]).to.equal(next);
    }
  });

  it("leads to the consent screen of an application", async () => {
    const { device } = await owner({ role: "admin" });
    const { client } = await makeClient(world, { name: "Calendar" });
    const request = new URLSearchParams({
      response_type: "code",
      client_id: client.id,
      redirect_uri: client.redirect_uris[0]!,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      state: "xyz",
    });
    const visitor = world.visitor();
    const next = `/oauth/authorize?${request.toString()}`;
    await signInOnPage(visitor, device, { next });
    expect(textOf(await visitor.get(next))).to.contain("Calendar");
  });

  it("is mailed from a new browser, and not from a known one", async () => {
    const { device } = await owner();
    const known = world.visitor();
    await signInOnPage(known, device);
    expect(await queuedMails(world.services, "new_device")).to.be.empty;
    await known.submit("/logout");
    await signInOnPage(world.visitor(), device);
    expect(await queuedMails(world.services, "new_device")).to.have.length(1);
  });

  it("leads to the expired password like any sign-in", async () => {
    const { user, device } = await owner();
    await world.services.knex("users").where({ id: user.id }).update({ password_must_change: true });
    const visitor = world.visitor();
    await signInOnPage(visitor, device);
    expect((await visitor.get("/dashboard")).headers["location"]).to.equal("/password/expired");
  });

  describe("as the second factor", () => {
    it("stands beside the code of an authenticator app", async () => {
      const { user, device } = await owner();
      await world.make.twoFactor(user);
      const visitor = world.visitor();
      await visitor.signIn(user, { next: "/profile" });
      const { text } = await visitor.get("/two-factor-challenge");
      expect(text).to.contain("Use a passkey").and.contain('name="code"');
      const answer = await submitPasskey(visitor, device, CHALLENGE);
      expect(answer.headers["location"]).to.equal("/profile");
      expect((await visitor.get("/profile")).status).to.equal(200);
    });

    it("names only the passkeys of the account", async () => {
      const { user, device } = await owner();
      await owner();
      await world.make.twoFactor(user);
      const visitor = world.visitor();
      await visitor.signIn(user);
      await visitor.get("/two-factor-challenge");
      const { allowCredentials } = await optionsOf(visitor, CHALLENGE.options);
      expect((allowCredentials as { id: string }[]).map(({ id }) => id)).to.deep.equal([device.id]);
    });

    it("is the only answer, besides recovery codes, where one is required and there is no app", async () => {
      const { user, recoveryCodes } = await owner();
      await requireTwoFactor(world, "everyone");
      const visitor = world.visitor();
      await visitor.signIn(user);
      const { text } = await visitor.get("/two-factor-challenge");
      expect(text).to.contain("Use a passkey").and.not.contain('name="code"');
      const answer = await visitor.submit("/two-factor-challenge", { recovery_code: recoveryCodes[0]! });
      expect(answer.headers["location"]).to.equal("/dashboard");
    });

    it("ends the pending sign-in when it fails", async () => {
      const { user, device } = await owner();
      await world.make.twoFactor(user);
      const visitor = world.visitor();
      await visitor.signIn(user);
      await visitor.get("/two-factor-challenge");
      const answer = await submitPasskey(visitor, device, { ...CHALLENGE, behaviour: { forged: true } });
      expect(answer.headers["location"]).to.equal("/login");
      expect((await visitor.get("/two-factor-challenge")).headers["location"]).to.equal("/login");
    });

    it("isn't accepted from another account", async () => {
      const { user } = await owner();
      await world.make.twoFactor(user);
      const other = await owner();
      const visitor = world.visitor();
      await visitor.signIn(user);
      await visitor.get("/two-factor-challenge");
      await submitPasskey(visitor, other.device, CHALLENGE);
      expect(visitor.sessionCookie).to.equal(undefined);
    });
  });

  describe("rejects", () => {
    it("a wrong answer, and shows the page again", async () => {
      const { device } = await owner();
      const visitor = world.visitor();
      const answer = await signInOnPage(visitor, device, { next: "/profile" }, { forged: true });
      expect(answer.status).to.equal(422);
      expect(alertOf(answer)).to.equal("The passkey was not accepted. Try again.");
      expect(answer.text).to.contain('value="/profile"');
      expect(visitor.sessionCookie).to.equal(undefined);
    });

    it("a removed passkey, and tells the browser to forget it", async () => {
      const { device, id } = await owner();
      await world.services.knex("passkeys").where({ id }).del();
      const { text } = await signInOnPage(world.visitor(), device);
      expect(text).to.contain(`data-unknown-credential="${device.id}" data-rp-id="localhost"`);
    });

    it("an account that isn't active, in the words of the password form", async () => {
      const { user, device } = await owner();
      await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
      const answer = await signInOnPage(world.visitor(), device);
      expect(alertOf(answer)).to.contain("Your account is not active.");
    });

    it("a form without an answer", async () => {
      const visitor = world.visitor();
      for (const credential of ["", "{}", "[]", "not JSON", '{"id":"<script>"}']) {
        await visitor.get("/login");
        expect((await visitor.submit("/login/passkey", { credential })).status, credential).to.equal(422);
      }
    });

    it("a forged form, and options without the token of the page", async () => {
      const { device } = await owner();
      const visitor = world.visitor();
      await visitor.get("/login");
      const credential = JSON.stringify(device.get(await optionsOf(visitor, "/login/passkey/options")));
      visitor.csrfToken = "x";
      expect((await visitor.submit("/login/passkey", { credential })).status).to.equal(419);
      expect((await visitor.submit("/login/passkey/options")).status).to.equal(419);
    });

    it("an answer after five minutes", async () => {
      const { device } = await owner();
      const visitor = world.visitor();
      await visitor.get("/login");
      const credential = JSON.stringify(device.get(await optionsOf(visitor, "/login/passkey/options")));
      world.advance(5 * MINUTE);
      expect((await visitor.submit("/login/passkey", { credential })).status).to.equal(422);
    });

    it("the eleventh attempt of an address in a minute", async () => {
      const ip = freshIp();
      const send = async () => {
        const visitor = world.visitor();
        visitor.ip = ip;
        await visitor.get("/login");
        return (await visitor.submit("/login/passkey", { credential: "{}" })).status;
      };
      for (let times = 0; times < 10; times++) expect(await send()).to.equal(422);
      expect(await send()).to.equal(429);
    });

    it("everything while passkeys are turned off", async () => {
      const { user } = await owner();
      await world.services.settings.write({ "auth.passkeys": "0" });
      const visitor = world.visitor();
      expect((await visitor.get("/login")).text).not.to.contain("passkey");
      expect((await visitor.submit("/login/passkey", { credential: "{}" })).status).to.equal(404);
      await visitor.signIn(user);
      expect((await visitor.get("/user/security")).text).not.to.contain("passkeys-title");
    });
  });
});
