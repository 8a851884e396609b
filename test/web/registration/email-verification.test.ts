import { expect } from "chai";
import type { Response } from "supertest";
import type { User } from "../../../src/models/user.js";
import { verificationUrl } from "../../../src/domain/registration/email-verification.js";
import { HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { visibleOf } from "../../support/app/visible-response.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Verifying an address", () => {
  const world = useWorld();
  const row = async (user: { id: string }) => world.services.knex("users").where({ id: user.id }).first();
  const events = async (): Promise<string[]> =>
    (await world.services.knex("activity_log").orderBy("id").pluck("event")) as string[];
  const sent = async (): Promise<string[]> =>
    (await queuedMails(world.services)).map(({ kind, to }) => `${kind} ${to}`);
  const linkOf = (user: User, email = user.email, expires = now() + HOUR) => {
    const { pathname, search } = new URL(
      verificationUrl(world.services, { id: user.id, email, email_version: user.email_version }, expires),
    );
    return pathname + search;
  };
  const setPending = (user: { id: string }, pending_email: string) =>
    world.services.knex("users").where({ id: user.id }).update({ pending_email });
  /** Opens the link and submits its form. */
  async function use(link: string, visitor: Visitor = world.visitor()): Promise<Response> {
    await visitor.get(link);
    return visitor.submit(link);
  }

  beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));

  describe("before other pages", () => {
    it("is required until it is done", async () => {
      const user = await world.make.user();
      const visitor = world.visitor();
      await visitor.get("/login");
      await visitor.submit("/login", { email: user.email, password: PASSWORD });
      expect((await visitor.get("/dashboard")).headers["location"]).to.equal("/email/verify");
      const notice = await visitor.get("/email/verify");
      expect(notice.status).to.equal(200);
      expect(textOf(notice)).to.contain(user.email).and.contain("Resend email").and.contain("Sign out");
      await use(linkOf(user), visitor);
      expect((await visitor.get("/email/verify")).headers["location"]).to.equal("/dashboard");
      expect((await visitor.get("/dashboard")).status).to.equal(200);
    });

    it("isn't required while it is off", async () => {
      const visitor = world.visitor();
      await world.services.settings.write({ "auth.email_verification": "0" });
      await visitor.signIn(await world.make.user());
      expect((await visitor.get("/dashboard")).status).to.equal(200);
      expect((await visitor.get("/email/verify")).headers["location"]).to.equal("/dashboard");
    });

    it("can resend the mail, and allows signing out", async () => {
      const { user, visitor } = await world.signedIn();
      await visitor.get("/email/verify");
      const answer = await visitor.submit("/email/verification-notification");
      expect(answer.headers["location"]).to.equal("/email/verify");
      expect(await sent()).to.deep.equal([`verify_email ${user.email}`]);
      expect(textOf(await visitor.get("/email/verify"))).to.contain(
        "We've sent a new email. Its link works for one hour.",
      );
      expect((await visitor.submit("/logout")).headers["location"]).to.equal("/login");
    });

    it("redirects guests to the sign-in page", async () => {
      expect((await world.visitor().get("/email/verify")).headers["location"]).to.match(/^\/login/);
    });

    it("is limited to six mails a minute from an address", async () => {
      const visitor = world.visitor();
      await visitor.signIn(await world.make.user());
      await visitor.get("/email/verify");
      const answers: Response[] = [];
      for (let n = 0; n < 7; n++) answers.push(await visitor.submit("/email/verification-notification"));
      expect(answers.map(({ status }) => status)).to.deep.equal([303, 303, 303, 303, 303, 303, 429]);
      expect(textOf(answers.at(-1)!))
        .to.contain("Too many attempts.")
        .and.contain("Resend email");
      expect(await sent()).to.have.length(6);
    });
  });

  describe("with the link", () => {
    it("works signed out, with a button, and signs nobody in", async () => {
      const user = await world.make.user();
      const visitor = world.visitor();
      const shown = await visitor.get(linkOf(user));
      expect(shown.status).to.equal(200);
      expect(textOf(shown)).to.contain(user.email);
      expect((await row(user)).email_verified_at).to.equal(null);
      const answer = await visitor.submit(linkOf(user));
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal("/login");
      expect(textOf(await visitor.get("/login"))).to.contain("Your email address is verified.");
      expect(visitor.sessionCookie).to.equal(undefined);
      expect((await row(user)).email_verified_at).to.be.a("number");
      expect(await events()).to.deep.equal(["email_verified"]);
    });

    it("accepts only the mailed link", async () => {
      await world.services.knex("mails").del();
      const visitor = world.visitor();
      const user = await world.make.user();
      await visitor.signIn(user);
      await visitor.get("/email/verify");
      await visitor.submit("/email/verification-notification");
      const [mail] = await queuedMails(world.services);
      expect((await use(mail!.link, visitor)).headers["location"]).to.equal("/dashboard");
      expect((await row(user)).email_verified_at).to.be.a("number");
    });

    it("has no effect the second time", async () => {
      const user = await world.make.user();
      const link = linkOf(user);
      await use(link);
      const before = await row(user);
      const visitor = world.visitor();
      expect(textOf(await visitor.get(link))).to.contain("is already verified.");
      expect((await visitor.submit(link)).status).to.equal(303);
      expect(await row(user)).to.deep.equal(before);
      expect(await events()).to.deep.equal(["email_verified"]);
    });

    it("sends no referrer, and keeps the URL out of the log", async () => {
      const link = linkOf(await world.make.user());
      const visitor = world.visitor();
      expect((await visitor.get(link)).headers["referrer-policy"]).to.equal("no-referrer");
      await visitor.submit(link);
      const signature = new URLSearchParams(link.split("?")[1]).get("signature")!;
      expect(JSON.stringify(world.logs)).not.to.contain(signature);
    });
  });

  describe("with the link for a new address", () => {
    it("changes the address, and invalidates reset links of the old one", async () => {
      const user = await world.make.user();
      await setPending(user, "new@example.test");
      await world.services.knex("password_resets").insert({
        token_hash: sha256("t"),
        user_id: user.id,
        expires_at: now() + HOUR,
        created_at: now(),
      });
      const link = linkOf(user, "new@example.test");
      const visitor = world.visitor();
      expect(textOf(await visitor.get(link))).to.contain("Confirm new@example.test as your new address.");
      await visitor.submit(link);
      const moved = await row(user);
      expect(moved).to.include({ email: "new@example.test", pending_email: null, version: user.version + 1 });
      expect(moved.email_verified_at).to.be.a("number");
      expect(await world.services.knex("password_resets")).to.have.length(0);
      const entry = await world.services.knex("activity_log").where({ event: "email_changed" }).first();
      expect(JSON.parse(entry.changes as string)).to.deep.equal({
        before: { email: user.email },
        after: { email: "new@example.test" },
      });
      expect((await visitor.signIn({ email: "new@example.test" })).headers["location"]).to.equal(
        "/dashboard",
      );
    });

    it("works while verification is off", async () => {
      await world.services.settings.write({ "auth.email_verification": "0" });
      const user = await world.make.user();
      await setPending(user, "new@example.test");
      await use(linkOf(user, "new@example.test"));
      expect((await row(user)).email).to.equal("new@example.test");
    });

    it("keeps the current address when its own link is used", async () => {
      const user = await world.make.user();
      await setPending(user, "new@example.test");
      await use(linkOf(user));
      expect(await row(user)).to.include({ email: user.email, pending_email: "new@example.test" });
    });

    it("fails with an explanation when another account has since taken the address", async () => {
      const user = await world.make.user();
      const holder = await world.make.user();
      await setPending(user, holder.email);
      const answer = await use(linkOf(user, holder.email));
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(
        "Another account has since taken this address. Your account keeps its previous one.",
      );
      expect((await row(user)).email).to.equal(user.email);
      expect(await events()).to.deep.equal([]);
    });

    it("succeeds for one of two accounts at the same time", async () => {
      const users = [await world.make.user(), await world.make.user()];
      for (const user of users) await setPending(user, "new@example.test");
      const answers = await Promise.all(users.map((user) => use(linkOf(user, "new@example.test"))));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 422]);
    });
  });

  describe("by a guest who requests the mail again", () => {
    const ask = async (email: string, visitor = world.visitor()): Promise<Response> => {
      await visitor.get("/login");
      return visitor.submit("/email/verification-notification", { email });
    };

    it("H26: gives the same response for every address, and mails only an unverified account", async () => {
      const waiting = await world.make.user();
      const verified = await world.make.user({ email_verified_at: now() });
      const banned = await world.make.user({ status: "banned" });
      const seen: object[] = [];
      for (const email of [waiting.email, verified.email, banned.email, "nobody@example.test"]) {
        const visitor = world.visitor();
        seen.push(visibleOf(await ask(email, visitor), visitor, email));
      }
      for (const other of seen.slice(1)) expect(other).to.deep.equal(seen[0]);
      expect(await sent()).to.deep.equal([`verify_email ${waiting.email}`]);
    });

    it("sends one mail a minute", async () => {
      world.freezeTime();
      const { email } = await world.make.user();
      await ask(email);
      await ask(email);
      expect(await sent()).to.have.length(1);
      world.advance(MINUTE);
      await ask(email);
      expect(await sent()).to.have.length(2);
    });

    it("never sends a mail to a pending address", async () => {
      const user = await world.make.user({ email_verified_at: now() });
      await setPending(user, "new@example.test");
      await ask(user.email);
      await ask("new@example.test");
      expect(await sent()).to.deep.equal([]);
    });

    it("shows the form again for an invalid address", async () => {
      const answer = await ask("nothing");
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("Enter a valid email address.");
    });
  });

  describe("is rejected", () => {
    async function rejected(link: string, user: { id: string }): Promise<void> {
      const before = await row(user);
      const visitor = world.visitor();
      await visitor.get("/login");
      for (const answer of [await visitor.get(link), await visitor.submit(link)]) {
        expect(answer.status, link).to.equal(403);
        expect(textOf(answer)).to.contain("This link doesn't work");
        expect(answer.headers["referrer-policy"]).to.equal("no-referrer");
      }
      expect(await row(user)).to.deep.equal(before);
    }

    it("with an expired link", async () => {
      world.freezeTime();
      const user = await world.make.user();
      const link = linkOf(user);
      world.advance(HOUR - 1);
      expect((await world.visitor().get(link)).status).to.equal(200);
      world.advance(1);
      await rejected(link, user);
    });

    it("with an altered or forged link", async () => {
      const user = await world.make.user();
      const other = await world.make.user();
      const link = linkOf(user);
      const hash = sha256(user.email).toString("hex");
      for (const forged of [
        link.replace(user.id, other.id),
        link.replace(hash, sha256(other.email).toString("hex")),
        link.replace(/expires=\d+/, `expires=${now() + 2 * HOUR}`),
        link.replace(/&signature=.*/, ""),
        link.replace(/signature=./, "signature="),
        `${link}&signature=x`,
        link.replace(/\?.*/, ""),
        `/email/verify/${user.id}/${hash}?expires=${now() + HOUR}&signature=x`,
        `/email/verify/1abc/%00?expires=NaN&signature[]=x`,
      ])
        await rejected(forged, user);
    });

    it("with a link of an earlier address", async () => {
      const user = await world.make.user();
      const link = linkOf(user);
      await world.services
        .knex("users")
        .where({ id: user.id })
        .update({ email: "other@example.test", email_verified_at: null });
      await rejected(link, user);
    });

    it("with a link of a cancelled change", async () => {
      const user = await world.make.user();
      await rejected(linkOf(user, "new@example.test"), user);
    });

    it("with the link of a change after the account was banned", async () => {
      const user = await world.make.user({ status: "banned" });
      await setPending(user, "new@example.test");
      await rejected(linkOf(user, "new@example.test"), user);
    });

    it("without a CSRF token", async () => {
      const user = await world.make.user();
      expect((await world.visitor().submit(linkOf(user))).status).to.equal(419);
      expect((await row(user)).email_verified_at).to.equal(null);
    });
  });
});
