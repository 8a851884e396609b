import { readdirSync, rmSync } from "node:fs";
import { expect } from "chai";
import sharp from "sharp";
import type { Response } from "supertest";
import { MINUTE } from "../../../../src/lib/clock.js";
import { CREDENTIAL_TABLES } from "../../../../src/models/credential-kinds.js";
import type { User } from "../../../../src/models/user.js";
import { AVATAR_DIR } from "../../../support/app/config.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../../support/app/credentials.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { queuedMails } from "../../../support/app/mails.js";
import { textOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

describe("An administrator who manages the security of an account", () => {
  const world = useWorld();
  let admin: User;
  let visitor: Visitor;
  let user: User;
  beforeEach(async () => {
    rmSync(AVATAR_DIR, { recursive: true, force: true });
    ({ user: admin, visitor } = await world.signedIn(await world.make.user({ role: "admin" })));
    user = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
    await visitor.get(at());
  });
  after(() => rmSync(AVATAR_DIR, { recursive: true, force: true }));

  const at = (account = user): string => `/admin/users/${account.id}`;
  const row = async (account = user): Promise<User> =>
    (await world.services.knex("users").where({ id: account.id }).first()) as User;
  const events = async (
    event: string,
  ): Promise<{ actor_id: string; subject_id: string; changes: string }[]> =>
    world.services.knex("activity_log").where({ event });
  const pageAfter = async (answer: Response): Promise<string> => {
    expect(answer.status, textOf(answer)).to.equal(303);
    expect(answer.headers["location"]).to.match(new RegExp(`^${at()}`));
    return textOf(await visitor.get(at()));
  };
  const janitor = async (): Promise<User> => {
    await world.make.role("janitor", 5, ["settings.update"]);
    return world.make.user({ role: "janitor" });
  };

  const readers = async (): Promise<string> => {
    await world.make.role("reader", 3, ["users.read"]);
    return "reader";
  };

  describe("sending a reset link", () => {
    const send = (account = user): Promise<Response> => visitor.submit(`${at(account)}/reset-link`);

    it("mails the owner the link that they could request, and records it", async () => {
      expect(await pageAfter(await send())).to.contain(
        "We've sent a link to choose a new password to grace@example.test.",
      );
      const [mail] = await queuedMails(world.services, "reset_password");
      expect(mail).to.include({ to: "grace@example.test" });
      expect((await world.visitor().get(mail!.link)).status).to.equal(200);
      const [entry] = await events("reset_link_sent");
      expect(entry).to.include({ actor_id: admin.id, subject_id: user.id });
      expect((await row()).password, "the password stays").to.equal(user.password);
    });

    it("is offered only where it works: not for oneself, without a password, or while resets are off", async () => {
      const offers = async (account = user): Promise<boolean> =>
        (await visitor.get(at(account))).text.includes("/reset-link");
      expect(await offers()).to.equal(true);
      expect(await offers(admin)).to.equal(false);
      await world.services.knex("users").where({ id: user.id }).update({ status: "inactive" });
      expect(await offers()).to.equal(false);
      await world.services.knex("users").where({ id: user.id }).update({ status: "active", password: null });
      expect(await offers()).to.equal(false);
      await world.services.knex("users").where({ id: user.id }).update({ password: user.password });
      await world.services.settings.write({ "auth.password_reset": "0" });
      expect(await offers()).to.equal(false);
      expect(await pageAfter(await send())).to.contain("This account can't reset its password");
      expect(await queuedMails(world.services, "reset_password")).to.be.empty;
    });

    it("is limited to one a minute, and to accounts that one may change", async () => {
      await send();
      expect((await send()).status).to.equal(429);
      const above = await world.make.user({ role: "system_admin" });
      expect((await send(above)).status).to.equal(404);
      const reader = await world.signedIn(await world.make.user({ role: await readers() }));
      await reader.visitor.get(at());
      expect((await reader.visitor.submit(`${at()}/reset-link`)).status).to.equal(403);
      expect(await queuedMails(world.services, "reset_password")).to.have.length(1);
    });
  });

  describe("revoking all access", () => {
    const end = (account = user, fields = {}): Promise<Response> =>
      visitor.delete(`${at(account)}/access`, fields);

    it("ends all sessions and tokens, records their number, and keeps the account", async () => {
      const token = world.api.as(await world.make.token(user));
      const { visitor: grace } = await world.signedIn(user);
      await issueEveryCredential(world.services.knex, user);
      const words = await pageAfter(await end());
      expect(words).to.contain(
        "Access revoked: 2 sessions, 2 access tokens, 1 application. We've notified the owner by email.",
      );
      expect(words).to.contain("No active sessions or tokens");
      expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
      await token.get("/auth/me").expect(401);
      expect((await grace.get("/dashboard")).headers["location"]).to.match(/^\/login/);
      expect((await row()).status).to.equal("active");
      const [log] = await events("access_ended");
      expect(log).to.include({ actor_id: admin.id, subject_id: user.id });
      const { revoked } = JSON.parse(log!.changes) as { revoked: Record<string, number> };
      expect(Object.keys(revoked).sort()).to.deep.equal([...CREDENTIAL_TABLES].sort());
      expect(revoked).to.include({ sessions: 2, personal_access_tokens: 2, two_factor_challenges: 1 });
      await world.signedIn(user);
    });

    it("notifies the owner once", async () => {
      await world.make.token(user);
      await end();
      expect(await pageAfter(await end())).to.contain("There were no active sessions or tokens.");
      const mails = await queuedMails(world.services, "access_ended");
      expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
      expect(await events("access_ended")).to.have.length(1);
    });

    it("doesn't affect other accounts", async () => {
      const other = await world.make.user();
      for (const one of [user, other]) await issueEveryCredential(world.services.knex, one);
      await end();
      expect(await countActiveCredentials(world.services.knex, other)).to.deep.equal(ofEach(1));
    });

    it("can't do so for their own account", async () => {
      const answer = await end(admin);
      expect(answer.status).to.equal(403);
      expect(textOf(answer)).to.contain("Do this for your own account on your account pages.");
      expect(await countActiveCredentials(world.services.knex, admin)).to.include({ sessions: 1 });
    });
  });

  describe("turning off two-factor authentication", () => {
    const remove = (account = user, fields = {}): Promise<Response> =>
      visitor.delete(`${at(account)}/two-factor`, fields);

    it("ends pending sign-ins, records it and notifies the owner", async () => {
      await world.make.twoFactor(user);
      await issueEveryCredential(world.services.knex, user);
      await world.services
        .knex("two_factor_failures")
        .insert({ user_id: user.id, failures: 12, paused_until: Date.now() + 1e6, updated_at: 1 });
      expect(await pageAfter(await remove())).to.contain("Two-factor authentication is off.");
      expect(await row()).to.include({
        two_factor_secret: null,
        two_factor_recovery_codes: null,
        two_factor_confirmed_at: null,
        two_factor_last_step: null,
      });
      expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal({
        ...ofEach(1),
        two_factor_challenges: 0,
      });
      expect(await world.services.knex("two_factor_failures")).to.deep.equal([]);
      expect((await events("two_factor_disabled"))[0]).to.include({
        actor_id: admin.id,
        subject_id: user.id,
      });
      const [mail] = await queuedMails(world.services, "two_factor_removed");
      expect(mail).to.include({ to: user.email, link: "/user/security" });
      const signedIn = await world.visitor().signIn(user);
      expect(signedIn.headers["location"]).to.equal("/dashboard");
    });

    it("can do so while the feature is off", async () => {
      await world.make.twoFactor(user);
      await world.services.settings.write({ "auth.two_factor": "0" });
      expect(textOf(await visitor.get(at()))).to.contain(", but off for the whole service");
      await remove();
      expect((await row()).two_factor_confirmed_at).to.equal(null);
    });

    it("gets a message when it isn't on, without a notice to the owner", async () => {
      expect(await pageAfter(await remove())).to.contain(
        "Two-factor authentication isn't on for this account.",
      );
      expect(await events("two_factor_disabled")).to.deep.equal([]);
      expect(await queuedMails(world.services)).to.deep.equal([]);
    });

    it("can't do so for their own account, which requires a code", async () => {
      await world.make.twoFactor(admin);
      const before = await row(admin);
      expect((await remove(admin)).status).to.equal(403);
      expect(await row(admin)).to.deep.equal(before);
    });
  });

  describe("resending the verification mail", () => {
    beforeEach(async () => {
      await world.services.settings.write({ "auth.email_verification": "1" });
      await world.services.knex("users").where({ id: admin.id }).update({ email_verified_at: Date.now() });
    });
    const remind = (account = user): Promise<Response> => visitor.submit(`${at(account)}/verification`);

    it("sends and records it", async () => {
      expect((await visitor.get(at())).text).to.contain("Resend email");
      expect(await pageAfter(await remind())).to.contain("Verification email resent.");
      const mails = await queuedMails(world.services);
      expect(mails.map(({ kind, to }) => [kind, to])).to.deep.equal([["verify_email", user.email]]);
      expect((await events("verification_sent"))[0]).to.include({ actor_id: admin.id, subject_id: user.id });
    });

    it("is limited to one mail a minute in total", async () => {
      await remind();
      const other = await world.signedIn(
        await world.make.user({ role: "admin", email_verified_at: Date.now() }),
      );
      await other.visitor.get(at());
      for (const by of [visitor, other.visitor]) {
        const answer = await by.submit(`${at()}/verification`);
        expect(answer.status).to.equal(429);
        expect(textOf(answer)).to.contain("Too many attempts.");
      }
      expect(await queuedMails(world.services)).to.have.length(1);
      world.advance(MINUTE + 1);
      await remind();
      expect(await queuedMails(world.services)).to.have.length(2);
    });

    const nothing: [title: string, prepare: () => PromiseLike<unknown>][] = [
      ["the address is verified", () => world.services.knex("users").update({ email_verified_at: 1 })],
      ["verification is off", () => world.services.settings.write({ "auth.email_verification": "0" })],
      [
        "the account's status prevents signing in",
        () => world.services.knex("users").where({ id: user.id }).update({ status: "inactive" }),
      ],
    ];
    for (const [title, prepare] of nothing)
      it(`isn't offered it, and can't send it, when ${title}`, async () => {
        await prepare();
        expect((await visitor.get(at())).text).not.to.contain(`${at()}/verification`);
        expect(await pageAfter(await remind())).to.contain(
          "There's nothing to verify, so no email was sent.",
        );
        expect(await queuedMails(world.services)).to.deep.equal([]);
      });
  });

  describe("setting the avatar", () => {
    const upload = async (bytes: Buffer, fields: Record<string, string> = {}): Promise<Response> =>
      visitor.send((agent) => {
        const request = agent.post(`${at()}/avatar`).field("_csrf", visitor.csrfToken);
        for (const [name, value] of Object.entries(fields)) void request.field(name, value);
        return request.attach("avatar", bytes, "grace.png");
      });
    const picture = (): Promise<Buffer> =>
      sharp({ create: { width: 40, height: 40, channels: 3, background: "#369" } })
        .png()
        .toBuffer();

    it("shows it, records the actor, and can remove it", async () => {
      expect(await pageAfter(await upload(await picture()))).to.contain("Picture changed.");
      const { avatar } = await row();
      expect((await visitor.get(at())).text).to.contain(`src="/avatars/${avatar}"`);
      expect((await row(admin)).avatar).to.equal(null);
      expect((await events("avatar_changed"))[0]).to.include({ actor_id: admin.id, subject_id: user.id });
      expect(await pageAfter(await visitor.delete(`${at()}/avatar`))).to.contain("Picture removed.");
      expect((await row()).avatar).to.equal(null);
      expect(readdirSync(AVATAR_DIR)).to.deep.equal([]);
      expect((await events("avatar_removed"))[0]).to.include({ actor_id: admin.id, subject_id: user.id });
    });

    it("enters the password together with the file when it wasn't confirmed recently", async () => {
      world.advance(16 * MINUTE);
      await visitor.get(at());
      const wrong = await upload(await picture(), { current_password: "wrong" });
      expect(wrong.status).to.equal(422);
      expect((await row()).avatar).to.equal(null);
      await upload(await picture(), { current_password: PASSWORD });
      expect((await row()).avatar).not.to.equal(null);
    });

    it("gets an error for an invalid file", async () => {
      const answer = await upload(Buffer.from("<svg onload=alert(1)>"));
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("Choose a JPEG, PNG or WebP picture.");
      expect((await row()).avatar).to.equal(null);
    });
  });

  const ACTS: Record<string, (by: Visitor, account: User) => Promise<Response>> = {
    access: (by, account) => by.delete(`${at(account)}/access`),
    "two-factor": (by, account) => by.delete(`${at(account)}/two-factor`),
    verification: (by, account) => by.submit(`${at(account)}/verification`),
    "avatar.update": (by, account) => by.submit(`${at(account)}/avatar`),
    "avatar.destroy": (by, account) => by.delete(`${at(account)}/avatar`),
  };
  /** Adds every kind of credential to the account. */
  const withContent = async (account: User): Promise<User> => {
    await world.make.twoFactor(account);
    await issueEveryCredential(world.services.knex, account);
    await world.services
      .knex("users")
      .where({ id: account.id })
      .update({ avatar: `${"a".repeat(32)}.webp` });
    return account;
  };
  const expectUntouched = async (account: User, act: () => Promise<void>): Promise<void> => {
    const before = await row(account);
    await act();
    expect(await row(account)).to.deep.equal(before);
    expect(await countActiveCredentials(world.services.knex, account)).to.deep.equal(ofEach(1));
    expect(await queuedMails(world.services)).to.deep.equal([]);
  };

  for (const [name, act] of Object.entries(ACTS)) {
    it(`C22: gets 404 for ${name} on a higher-ranked account`, async () => {
      const above = await withContent(await world.make.user({ role: "system_admin" }));
      await expectUntouched(above, async () => {
        expect((await act(visitor, above)).status).to.equal(404);
      });
    });

    it(`gets 403 for ${name} without users.update, including after losing it`, async () => {
      await world.make.role("clerk", 3, ["dashboard.read", "users.read"]);
      const clerk = await world.signedIn(await world.make.user({ role: "clerk" }));
      await withContent(user);
      await expectUntouched(user, async () => {
        expect((await act(clerk.visitor, user)).status).to.equal(403);
        const clerkId = (await world.services.knex("roles").where({ name: "clerk" }).first("id")) as {
          id: string;
        };
        await world.services.knex("role_user").where({ user_id: admin.id }).update({ role_id: clerkId.id });
        await world.services.knex("users").where({ id: admin.id }).increment("version", 1);
        expect((await act(visitor, user)).status).to.equal(403);
      });
    });

    it(`needs a session and a CSRF token for ${name}`, async () => {
      await withContent(user);
      await expectUntouched(user, async () => {
        const guest = world.visitor();
        await guest.get("/login");
        expect((await act(guest, user)).headers["location"]).to.match(/^\/login/);
        visitor.csrfToken = "stolen";
        expect((await act(visitor, user)).status).to.equal(419);
      });
    });
  }

  for (const name of ["access", "two-factor"])
    it(`C22: gets 403 for ${name} on an account with more permissions`, async () => {
      const account = await withContent(await janitor());
      await expectUntouched(account, async () => {
        const answer = await ACTS[name]!(visitor, account);
        expect(answer.status).to.equal(403);
        expect(textOf(answer)).to.contain("it has permissions that you don't have");
      });
    });

  for (const name of ["access", "two-factor", "avatar.update", "avatar.destroy"])
    it(`H34: needs a recent password for ${name}`, async () => {
      await withContent(user);
      world.advance(16 * MINUTE);
      await expectUntouched(user, async () => {
        await visitor.get(at());
        const answer = await ACTS[name]!(visitor, user);
        expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
      });
    });

  it("H34: can enter the password in the same form, which stays open after a wrong one", async () => {
    await withContent(user);
    world.advance(16 * MINUTE);
    await visitor.get(at());
    const wrong = await visitor.delete(`${at()}/two-factor`, { current_password: "wrong" });
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.match(
      /<dialog [^>]*id="two-factor-confirm" [^>]* open>[\s\S]*two-factor-current_password-error/,
    );
    expect((await row()).two_factor_confirmed_at).not.to.equal(null);
    await visitor.delete(`${at()}/two-factor`, { current_password: PASSWORD });
    expect((await row()).two_factor_confirmed_at).to.equal(null);
  });
});
