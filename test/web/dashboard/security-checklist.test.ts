import { expect } from "chai";
import { sealRecoveryCodes } from "../../../src/domain/two-factor/two-factor.js";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf } from "../../support/app/web.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { useWorld } from "../../support/app/world.js";

describe("The security checklist of the dashboard", () => {
  const world = useWorld();

  async function pageOf(user: { email: string }): Promise<{ html: string; text: string }> {
    const visitor = world.visitor();
    await visitor.signIn(user);
    return open(visitor);
  }

  async function open(visitor: ReturnType<typeof world.visitor>): Promise<{ html: string; text: string }> {
    const answer = await visitor.get("/dashboard");
    return { html: answer.text, text: textOf(answer) };
  }

  const change = (user: User, columns: object) =>
    world.services.knex("users").where({ id: user.id }).update(columns);

  const leaveCodes = (user: User, count: number) => {
    const codes = Array.from({ length: count }, (_, index) => `code-${index}`);
    return change(user, {
      two_factor_recovery_codes: sealRecoveryCodes(world.services.encryption, user, codes),
    });
  };

  it("shows what is done, what is left, and where to do it", async () => {
    const user = await world.make.user({ email_verified_at: now() });
    world.advance(12 * DAY);
    const { html, text } = await pageOf(user);
    expect(text).to.contain("Account security 3 of 5 done");
    expect(text).to.contain(`Done: Email ${user.email} · Verified`);
    expect(text).to.contain(
      "To do: Two-factor authentication Off. Only your password protects this account. Set up",
    );
    expect(text).to.contain("To do: Recovery codes You get them when you set up two-factor authentication.");
    expect(text).to.contain("Done: Password Changed 12 days ago");
    expect(text).to.contain("Done: Access tokens None unused for 90 days");
    expect(html).to.match(/<progress [^>]*max="5" value="3"/);
    expect(html).to.match(/href="\/\S+#two-factor"\s+aria-label="Two-factor authentication: Set up"/);
  });

  it("is a short card when everything is done", async () => {
    const user = await world.make.user({ email_verified_at: now() });
    const visitor = world.visitor();
    await visitor.signIn(user);
    await world.make.twoFactor(user);
    await leaveCodes(user, 3);
    const { html, text } = await open(visitor);
    expect(text).to.contain("5 of 5 done Your account is well protected. Show checks");
    expect(text).to.contain("On. You're asked for a code at sign-in.").and.contain("3 recovery codes left.");
    expect(html).to.match(/<details class="checklist-details">/);
  });

  it("asks for new recovery codes when fewer than three are left", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    await visitor.signIn(user);
    await world.make.twoFactor(user);
    await leaveCodes(user, 2);
    expect((await open(visitor)).text).to.contain("To do: Recovery codes 2 recovery codes left.");
    await leaveCodes(user, 0);
    expect((await open(visitor)).text).to.contain("To do: Recovery codes No recovery codes left.");
  });

  it("asks for a new password in the week before it expires", async () => {
    const user = await world.make.user();
    await world.services.settings.write({ "auth.password_expiry_days": "30" });
    world.advance(MINUTE);
    expect((await pageOf(user)).text).to.contain("Done: Password Changed today · Expires in 29 days.");
    world.advance(22 * DAY);
    expect((await pageOf(user)).text).to.match(/To do: Password .* Expires in 7 days\./);
    world.advance(7 * DAY);
    expect((await pageOf(user)).text).to.contain("Expires within a day.");
  });

  it("asks to revoke tokens that weren't used for 90 days", async () => {
    const user = await world.make.user();
    const expiresAt = now() + 365 * DAY;
    for (const name of ["used", "unused", "revoked", "forgotten"])
      await world.make.token(user, { name, expiresAt });
    await world.make.token(user, { name: "expired", expiresAt: now() + DAY });
    await world.make.token(await world.make.user(), { expiresAt });
    const { knex } = world.services;
    await knex("personal_access_tokens").where({ name: "forgotten" }).update({ last_used_at: now() });
    world.advance(91 * DAY);
    await knex("personal_access_tokens")
      .where({ name: "used" })
      .update({ last_used_at: now() - DAY });
    await knex("personal_access_tokens").where({ name: "revoked" }).update({ revoked_at: now() });
    await world.make.token(user, { name: "new", expiresAt });
    const { text } = await pageOf(user);
    expect(text).to.contain(
      "To do: Access tokens 2 tokens unused for 90 days. Revoke those you don't need. Review",
    );
  });

  it("names an email that isn't verified, and leads to the link even while verification is off", async () => {
    const { visitor, user } = await world.signedIn();
    const text = textOf(await visitor.get("/dashboard"));
    expect(text).to.contain("2 of 5 done").and.contain(`To do: Email ${user.email} · Not verified Verify`);
    expect(textOf(await visitor.get("/profile"))).to.contain(`${user.email} isn't verified yet. Send link`);
    await visitor.submit("/email/verification-notification");
    const [mail] = await queuedMails(world.services, "verify_email");
    await visitor.get(mail!.link);
    await visitor.submit(mail!.link);
    expect(textOf(await visitor.get("/profile"))).not.to.contain("isn't verified");
    expect(textOf(await visitor.get("/dashboard")))
      .to.contain("3 of 5 done")
      .and.contain("· Verified");
  });

  it("knows the recovery codes of a passkey, which alone leaves the password to open the account", async () => {
    const user = await world.make.user();
    await addPasskey(world, user);
    const { text } = await pageOf(user);
    expect(text).to.contain("To do: Two-factor authentication").and.contain("Done: Recovery codes 8");
  });

  it("leaves out two-factor authentication while the feature is off", async () => {
    await world.services.settings.write({ "auth.two_factor": "0" });
    const { text } = await pageOf(await world.make.user());
    expect(text).not.to.contain("Two-factor").and.not.contain("Recovery codes");
  });
});
