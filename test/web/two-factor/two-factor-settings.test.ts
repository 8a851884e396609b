import { expect } from "chai";
import { generate } from "otplib";
import { MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { revokeAccess } from "../../../src/domain/credentials/revoke-user-access.js";
import { recoveryCodesOf } from "../../../src/domain/two-factor/two-factor.js";
import { regenerateRecoveryCodes, startTwoFactorSetup } from "../../../src/domain/two-factor/set-up.js";
import { ActionForbidden } from "../../../src/lib/failures.js";
import { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { signedInCaller } from "../../support/app/caller.js";

const SETTINGS = "/user/two-factor-authentication";
const CONFIRM = "/user/confirmed-two-factor-authentication";
const CODES = "/user/two-factor-recovery-codes";

describe("Two-factor settings", () => {
  const world = useWorld();

  const reread = (user: { id: string }) =>
    User.query(world.services.knex).findById(user.id).throwIfNotFound();
  const events = async () =>
    (await world.services.knex("activity_log").orderBy("id").select("event")).map(
      ({ event }) => event as string,
    );
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(now() / SECOND) });

  /** Starts the setup and reads the key from the profile page. */
  const start = async (visitor: Visitor): Promise<string> => {
    const answer = await visitor.submit(SETTINGS);
    expect(answer.headers["location"]).to.equal("/user/security#two-factor");
    const { text } = await visitor.get("/user/security");
    const key = /class="setup-key">(.*?)<\/p>/s.exec(text)![1]!;
    return key.replaceAll(/<[^>]*>|\s/g, "");
  };
  /** An account that has just turned on two-factor authentication and is signed in. */
  const enabled = async () => {
    const { user, visitor } = await world.signedIn();
    const secret = await start(visitor);
    await visitor.submit(CONFIRM, { code: await codeOf(secret) });
    await visitor.get(CODES);
    return { user, visitor, secret };
  };

  it("show a key as QR code and text, and are on after a code has confirmed it", async () => {
    const { user, visitor } = await world.signedIn();
    expect(textOf(await visitor.get("/user/security"))).to.match(/Two-factor authentication\s+Off/);
    const secret = await start(visitor);
    const { text } = await visitor.get("/user/security");
    const [, picture] = /<img class="qr-code" src="data:image\/svg\+xml;base64,([^"]+)" alt="QR[^"]+"/.exec(
      text,
    )!;
    expect(Buffer.from(picture!, "base64").toString()).to.match(/^<svg /);
    expect(text.replaceAll(/<svg class="icon"/g, "")).not.to.match(/<svg/);
    expect(await reread(user)).to.include({ two_factor_confirmed_at: null });
    expect((await reread(user)).two_factor_secret).not.to.contain(secret);

    const old = visitor.sessionCookie;
    const answer = await visitor.submit(CONFIRM, { code: await codeOf(secret) });
    expect(answer.headers["location"]).to.equal(CODES);
    expect(visitor.sessionCookie, "C17").not.to.equal(old);
    expect((await reread(user)).hasTwoFactor).to.equal(true);
    const codes = [...(await visitor.get(CODES)).text.matchAll(/<code>([^<]+)<\/code>/g)].map(
      ([, code]) => code,
    );
    expect(codes).to.have.length(8);
    expect(new Set(codes).size).to.equal(8);
    for (const code of codes) expect(code).to.match(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/);
    expect((await world.visitor().signIn(user)).headers["location"]).to.equal("/two-factor-challenge");
  });

  it("notify the owner in the profile's language, and are recorded", async () => {
    const { user, visitor } = await world.signedIn();
    await world.services.knex("users").where({ id: user.id }).update({ locale: "tr" });
    const secret = await start(visitor);
    await visitor.submit(CONFIRM, { code: await codeOf(secret) });
    expect(await events()).to.include("two_factor_enabled");
    const [mail] = await queuedMails(world.services, "two_factor_changed");
    expect(mail!.text).to.contain("iki adımlı doğrulama açıldı.");
    expect(mail!.text).not.to.contain(secret);
  });

  it("consume the code that confirms, so that it can't be used to sign in", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    const secret = await start(visitor);
    const code = await codeOf(secret);
    await visitor.submit(CONFIRM, { code });
    const other = world.visitor();
    await other.signIn(user);
    await other.get("/two-factor-challenge");
    await other.submit("/two-factor-challenge", { code });
    expect(other.sessionCookie).to.equal(undefined);
  });

  it("confirm only the latest key when the setup was started twice", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    const first = await start(visitor);
    const second = await start(visitor);
    expect(second).not.to.equal(first);
    const rejected = await visitor.submit(CONFIRM, { code: await codeOf(first) });
    expect(rejected.status).to.equal(422);
    expect(textOf(rejected)).to.contain("This code is wrong or was already used.");
    expect((await reread(user)).hasTwoFactor).to.equal(false);
    await visitor.submit(CONFIRM, { code: await codeOf(second) });
    expect((await reread(user)).hasTwoFactor).to.equal(true);
  });

  it("discard a cancelled setup, without a code and without a mail", async () => {
    const { user, visitor } = await world.signedIn();
    await start(visitor);
    const answer = await visitor.delete(SETTINGS, { cancel: "1" });
    expect(answer.headers["location"]).to.equal("/user/security#two-factor");
    expect((await reread(user)).two_factor_secret).to.equal(null);
    expect(await queuedMails(world.services, "two_factor_changed")).to.have.length(0);
  });

  it("hide the key of a setup when the password was confirmed too long ago", async () => {
    world.freezeTime();
    const { visitor } = await world.signedIn();
    await start(visitor);
    world.advance(16 * MINUTE);
    const page = await visitor.get("/user/security");
    expect(page.text).not.to.match(/setup-key|qr-code/);
    expect(textOf(page)).to.contain("Setup incomplete").and.contain("Start again");
  });

  it("accept the password in the same form when it was confirmed too long ago", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    world.advance(16 * MINUTE);
    expect((await visitor.get("/user/security")).text).to.contain('id="two-factor-current_password"');
    const wrong = await visitor.submit(SETTINGS, { current_password: "wrong" });
    expect(wrong.status).to.equal(422);
    expect(textOf(wrong)).to.contain("This isn't your current password.");
    expect((await reread(user)).two_factor_secret).to.equal(null);
    await visitor.submit(SETTINGS, { current_password: PASSWORD });
    expect((await reread(user)).two_factor_secret).not.to.equal(null);
  });

  it("offer the recovery codes as an uncached file", async () => {
    const { user, visitor } = await enabled();
    const file = await visitor.get(`${CODES}?format=text`);
    expect(file.headers["content-type"]).to.equal("text/plain; charset=utf-8");
    expect(file.headers["content-disposition"]).to.match(/^attachment/);
    expect(file.headers["cache-control"]).to.contain("no-store");
    const codes = recoveryCodesOf(world.services.encryption, await reread(user));
    for (const code of codes) expect(file.text).to.contain(code);
    expect((await visitor.get(CODES)).headers["cache-control"]).to.contain("no-store");
  });

  it("create new recovery codes, which invalidate the earlier ones", async () => {
    const { user, visitor } = await enabled();
    const before = recoveryCodesOf(world.services.encryption, await reread(user));
    const answer = await visitor.submit(CODES);
    expect(answer.headers["location"]).to.equal(CODES);
    const after = recoveryCodesOf(world.services.encryption, await reread(user));
    expect(after).to.have.length(8);
    expect(after.filter((code) => before.includes(code))).to.have.length(0);
    expect(await events()).to.include("recovery_codes_regenerated");
    expect(await queuedMails(world.services, "two_factor_changed")).to.have.length(2);
  });

  it("show only unused recovery codes", async () => {
    const { user, visitor } = await enabled();
    const [first, ...rest] = recoveryCodesOf(world.services.encryption, await reread(user));
    const other = world.visitor();
    await other.signIn(user);
    await other.get("/two-factor-challenge");
    await other.submit("/two-factor-challenge", { recovery_code: first! });
    const { text } = await visitor.get(CODES);
    expect(text).not.to.contain(first);
    for (const code of rest) expect(text).to.contain(code);
  });

  it("are turned off with an authenticator code, and can be set up again immediately", async () => {
    world.freezeTime();
    const { user, visitor, secret } = await enabled();
    world.advance(30 * SECOND);
    const old = visitor.sessionCookie;
    const code = (await codeOf(secret)).replace(/(?=.{3}$)/, "-"); // as some people type it
    const answer = await visitor.delete(SETTINGS, { code });
    expect(answer.headers["location"]).to.equal("/user/security#two-factor");
    expect(visitor.sessionCookie).not.to.equal(old);
    expect(await reread(user)).to.include({
      two_factor_secret: null,
      two_factor_recovery_codes: null,
      two_factor_confirmed_at: null,
    });
    expect(await events()).to.include("two_factor_disabled");
    await visitor.get("/user/security");
    const next = await start(visitor);
    await visitor.submit(CONFIRM, { code: await codeOf(next) });
    expect((await reread(user)).hasTwoFactor).to.equal(true);
  });

  for (const field of ["code", "recovery_code"])
    it(`are turned off with a recovery code, sent as ${field}`, async () => {
      const { user, visitor } = await enabled();
      const [recovery] = recoveryCodesOf(world.services.encryption, await reread(user));
      await visitor.delete(SETTINGS, { [field]: recovery! });
      expect((await reread(user)).hasTwoFactor).to.equal(false);
      expect(await events()).to.include.members(["recovery_code_used", "two_factor_disabled"]);
    });

  it("don't change the version of the account", async () => {
    const { user } = await enabled();
    expect((await reread(user)).version).to.equal(user.version);
  });

  it("are hidden and unavailable while they and passkeys are off, and keep their data", async () => {
    const { user, visitor } = await enabled();
    await world.services.settings.write({ "auth.two_factor": "0", "auth.passkeys": "0" });
    expect((await visitor.get("/user/security")).text).not.to.contain('id="two-factor"');
    await visitor.get("/user/security");
    for (const answer of [
      await visitor.get(CODES),
      await visitor.submit(CODES),
      await visitor.submit(SETTINGS),
      await visitor.submit(CONFIRM, { code: "000000" }),
      await visitor.delete(SETTINGS, { code: "000000" }),
    ])
      expect(answer.status).to.equal(404);
    expect((await reread(user)).hasTwoFactor).to.equal(true);
  });

  it("reject a second setup while they are on", async () => {
    const { user, visitor } = await enabled();
    const { two_factor_secret } = await reread(user);
    const answer = await visitor.submit(SETTINGS);
    expect(answer.headers["location"]).to.equal("/user/security#two-factor");
    expect(textOf(await visitor.get("/user/security"))).to.contain(
      "Two-factor authentication is already on.",
    );
    await visitor.submit(CONFIRM, { code: "000000" });
    await visitor.delete(SETTINGS, { cancel: "1" });
    expect(await reread(user)).to.include({ two_factor_secret });
    expect((await reread(user)).hasTwoFactor).to.equal(true);
  });

  for (const fields of [
    {},
    { code: " " },
    { code: "000000" },
    { code: "aaaaa-aaaaa-aaaaa" },
    { code: ["1", "2"] },
  ])
    it(`aren't turned off with ${JSON.stringify(fields)}`, async () => {
      const { user, visitor } = await enabled();
      const answer = await visitor.delete(SETTINGS, fields as Record<string, string>);
      expect(answer.status).to.equal(422);
      expect((await reread(user)).hasTwoFactor).to.equal(true);
    });

  for (const [what, send] of [
    ["turning it off", (visitor: Visitor, code: string) => visitor.delete(SETTINGS, { code })],
    ["confirming it", (visitor: Visitor, code: string) => visitor.submit(CONFIRM, { code })],
  ] as const)
    it(`pause after ten wrong codes in a row, when ${what}`, async () => {
      world.freezeTime();
      const { user, visitor } = await world.signedIn();
      let secret = await start(visitor);
      if (what === "turning it off") {
        await visitor.submit(CONFIRM, { code: await codeOf(secret) });
        await visitor.get(CODES);
      } else secret = await start(visitor);
      for (let failure = 0; failure < 10; failure++)
        expect((await send(visitor, "000000")).status, `try ${failure}`).to.equal(422);
      world.advance(30 * SECOND);
      const before = (await reread(user)).hasTwoFactor;
      const answer = await send(visitor, await codeOf(secret));
      expect(answer.status).to.equal(429);
      expect(textOf(answer)).to.contain("Too many attempts");
      expect((await reread(user)).hasTwoFactor).to.equal(before);
      expect(await queuedMails(world.services, "two_factor_failures")).to.have.length(1);
    });

  it("H34: show and change nothing without a recent password", async () => {
    world.freezeTime();
    const { user, visitor, secret } = await enabled();
    world.advance(16 * MINUTE);
    const before = await reread(user);
    await visitor.get("/user/security");
    for (const answer of [
      await visitor.get(CODES),
      await visitor.get(`${CODES}?format=text`),
      await visitor.submit(CODES),
      await visitor.submit(SETTINGS),
      await visitor.delete(SETTINGS, { code: await codeOf(secret) }),
    ])
      expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
    expect(await reread(user)).to.deep.equal(before);
  });

  it("C18: reveal no key and no codes after the session has ended", async () => {
    const { user } = await enabled();
    const { services } = world;
    const call = await signedInCaller(services, user);
    const before = await reread(user);
    await services.knex.transaction((trx) => revokeAccess(trx, user.id));
    for (const change of [startTwoFactorSetup, regenerateRecoveryCodes]) {
      const given = await change(call).catch((error: unknown) => error);
      expect(given).to.be.instanceOf(ActionForbidden);
    }
    expect(await reread(user)).to.deep.equal(before);
  });

  it("have no codes to show while they are off", async () => {
    const { visitor } = await world.signedIn();
    for (const answer of [await visitor.get(CODES), await visitor.submit(CODES)])
      expect(answer.headers["location"]).to.equal("/user/security#two-factor");
  });
});
