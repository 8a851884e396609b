import { expect } from "chai";
import type { Response } from "supertest";
import { countPasswordAttempt } from "../../../src/domain/passwords/password-attempts.js";
import { HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails, type QueuedMail } from "../../support/app/mails.js";
import { visibleOf } from "../../support/app/visible-response.js";
import { textOf, type Fields, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

const NEW = "a-new-and-long-password";

describe("A forgotten password", () => {
  const world = useWorld();
  const resets = () => world.services.knex("password_resets");
  const row = async (user: { id: string }) => world.services.knex("users").where({ id: user.id }).first();
  const mailsOf = async (kind: string): Promise<QueuedMail[]> =>
    (await queuedMails(world.services)).filter((mail) => mail.kind === kind);

  async function ask(email: string | string[], visitor = world.visitor()): Promise<Response> {
    await visitor.get("/forgot-password");
    return visitor.submit("/forgot-password", { email });
  }
  /** The path of a new reset link. */
  async function linkFor(user: { email: string }): Promise<string> {
    await ask(user.email);
    return (await mailsOf("reset_password")).at(-1)!.link;
  }
  async function reset(link: string, fields: Fields = {}, visitor = world.visitor()): Promise<Response> {
    await visitor.get(link);
    const token = link.split("/").at(-1)!;
    return visitor.submit("/reset-password", {
      token,
      password: NEW,
      password_confirmation: NEW,
      ...fields,
    });
  }

  describe("can be reset", () => {
    it("with a mailed link, whose token is nowhere stored in clear", async () => {
      world.freezeTime();
      const user = await world.make.user();
      await ask(` ${user.email.toUpperCase()} `);
      const [mail] = await mailsOf("reset_password");
      expect(mail).to.include({ to: user.email, subject: `Reset your ${PRODUCT_NAME} password` });
      expect(mail!.link).to.match(/^\/reset-password\/[\w-]{43}$/);
      const token = mail!.link.split("/").at(-1)!;
      const [stored] = await resets();
      expect(stored.user_id).to.equal(user.id);
      expect(stored.expires_at - stored.created_at).to.equal(HOUR);
      expect(JSON.stringify([stored, await world.services.knex("mails")])).not.to.contain(token);
      expect(JSON.stringify(world.logs)).not.to.contain(token);
    });

    it("with a message that doesn't reveal whether the account exists", async () => {
      const visitor = world.visitor();
      const answer = await ask("nobody@example.test", visitor);
      expect(answer.status).to.equal(200);
      expect(textOf(answer))
        .to.contain("Check your email")
        .and.contain("If nobody@example.test belongs to an account, we've sent a link");
    });

    it("H26: with the same response for unknown, inactive, banned and known addresses", async () => {
      const known = await world.make.user();
      const inactive = await world.make.user({ status: "inactive" });
      const banned = await world.make.user({ status: "banned" });
      const seen: object[] = [];
      for (const email of [known.email, "nobody@example.test", inactive.email, banned.email]) {
        const visitor = world.visitor();
        seen.push(visibleOf(await ask(email, visitor), visitor, email));
      }
      for (const other of seen.slice(1)) expect(other).to.deep.equal(seen[0]);
      const mails = await mailsOf("reset_password");
      expect(mails.map(({ to }) => to)).to.deep.equal([known.email]);
    });

    it("H27: with the same response time for each", async () => {
      const known = await world.make.user();
      const timed = async (email: string): Promise<number> => {
        const visitor = world.visitor();
        await visitor.get("/forgot-password");
        const started = performance.now();
        await visitor.submit("/forgot-password", { email });
        return performance.now() - started;
      };
      for (const email of [known.email, "nobody@example.test", known.email])
        expect(await timed(email)).to.be.at.least(99);
    });

    it("with at most one mail a minute to an account, requested from any address", async () => {
      world.freezeTime();
      const { email } = await world.make.user();
      for (let n = 0; n < 3; n++) expect((await ask(email)).status).to.equal(200);
      expect(await mailsOf("reset_password")).to.have.length(1);
      world.advance(MINUTE - 1);
      await ask(email);
      expect(await mailsOf("reset_password")).to.have.length(1);
      world.advance(1);
      await ask(email);
      expect(await mailsOf("reset_password")).to.have.length(2);
    });

    it("H01: with a link of this service, whatever host the request names", async () => {
      const { email } = await world.make.user();
      const visitor = world.visitor();
      await visitor.get("/forgot-password");
      await visitor.submit(
        "/forgot-password",
        { email },
        { Host: "evil.test", "X-Forwarded-Host": "evil.test" },
      );
      const mails = await mailsOf("reset_password");
      expect(mails).to.have.length(1);
      expect(mails[0]!.text + mails[0]!.html).not.to.contain("evil.test");
    });

    it("while signed in too", async () => {
      const { user, visitor } = await world.signedIn();
      expect((await visitor.get("/forgot-password")).status).to.equal(200);
      expect((await ask(user.email, visitor)).status).to.equal(200);
      expect(await mailsOf("reset_password")).to.have.length(1);
    });

    it("with a valid address only, six times a minute", async () => {
      const visitor = world.visitor();
      const statuses: number[] = [];
      for (let n = 0; n < 7; n++) statuses.push((await ask("nothing", visitor)).status);
      expect(statuses).to.deep.equal([422, 422, 422, 422, 422, 422, 429]);
      expect((await ask(["a@example.test", "b@example.test"])).status).to.equal(422);
    });

    it("except when the feature is off, which returns 404", async () => {
      const link = await linkFor(await world.make.user());
      const visitor = world.visitor();
      await visitor.get("/login");
      await world.services.settings.write({ "auth.password_reset": "0" });
      expect((await visitor.get("/forgot-password")).status).to.equal(404);
      expect((await visitor.get(link)).status).to.equal(404);
      for (const path of ["/forgot-password", "/reset-password"])
        expect((await visitor.submit(path, { email: "a@example.test" })).status).to.equal(404);
      expect((await visitor.get("/login")).text).not.to.contain("/forgot-password");
    });
  });

  describe("is replaced", () => {
    it("by the new one for signing in", async () => {
      const user = await world.make.user();
      const visitor = world.visitor();
      const answer = await reset(await linkFor(user), {}, visitor);
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal("/login");
      expect(textOf(await visitor.get("/login"))).to.contain(
        "Your password was changed. Sign in with it now.",
      );
      expect(visitor.sessionCookie).to.equal(undefined);
      expect((await visitor.submit("/login", { email: user.email, password: PASSWORD })).status).to.equal(
        422,
      );
      expect((await visitor.signIn(user, { password: NEW })).headers["location"]).to.equal("/dashboard");
    });

    it("on a page that sends no referrer and keeps its URL out of the log", async () => {
      const link = await linkFor(await world.make.user());
      const visitor = world.visitor();
      const shown = await visitor.get(link);
      expect(shown.status).to.equal(200);
      expect(shown.headers["referrer-policy"]).to.equal("no-referrer");
      await reset(link, {}, visitor);
      expect(JSON.stringify(world.logs)).not.to.contain(link.split("/").at(-1)!);
      expect(world.logs.map(({ route }) => route)).to.include("password.reset");
    });

    it("H33: which ends all access: sessions, tokens, links, a pending email change", async () => {
      world.freezeTime();
      const user = await world.make.user();
      const [own, others] = [world.visitor(), world.visitor()];
      await own.signIn(user);
      const bystander = await world.make.user();
      await others.signIn(bystander);
      const token = await world.make.token(user);
      const first = await linkFor(user);
      world.advance(MINUTE);
      const second = await linkFor(user);
      await world.services
        .knex("users")
        .where({ id: user.id })
        .update({ pending_email: "thief@example.test" });
      world.advance(MINUTE);
      expect((await reset(second)).status).to.equal(303);
      expect((await own.get("/dashboard")).headers["location"]).to.match(/^\/login/);
      expect((await others.get("/dashboard")).status).to.equal(200);
      await world.api.as(token).get("/auth/me").expect(401);
      expect(await resets()).to.have.length(0);
      expect((await world.visitor().get(first)).status).to.equal(403);
      const changed = await row(user);
      expect(changed).to.include({ password_changed_at: now(), pending_email: null });
    });

    it("H33: while two-factor authentication stays on, if the address was verified before", async () => {
      const user = await world.make.user({ email_verified_at: now() });
      const { code } = await world.make.twoFactor(user);
      const visitor = world.visitor();
      await reset(await linkFor(user), {}, visitor);
      const login = await world.api.post("/auth/login", { email: user.email, password: NEW }).expect(200);
      expect(login.body.data).to.include({ requires_two_factor: true });
      await world.api
        .post("/auth/two-factor-challenge", { challenge: login.body.data.challenge, code: await code() })
        .expect(200);
    });

    it("with a notice to the owner and an audit log entry", async () => {
      const user = await world.make.user();
      await reset(await linkFor(user));
      expect((await mailsOf("password_changed")).map(({ to }) => to)).to.deep.equal([user.email]);
      const [entry] = await world.services.knex("activity_log").where({ event: "password_reset" });
      expect(entry).to.include({ actor_id: user.id, subject_id: user.id });
      expect(entry.changes).not.to.contain("$2b$");
    });

    it("which resets the count of wrong passwords", async () => {
      const user = await world.make.user();
      const link = await linkFor(user);
      const visitor = world.visitor();
      const attempt = { email: user.email, account: user, ip: visitor.ip, device: null };
      for (let n = 0; n < 10; n++) await countPasswordAttempt(world.services, attempt);
      expect((await visitor.signIn(user)).status).to.equal(429);
      await reset(link);
      const answer = await visitor.signIn(user, { password: NEW });
      expect(answer.headers["location"]).to.equal("/dashboard");
    });

    it("within the policy; a violation doesn't consume the link", async () => {
      await world.services.settings.write({ "auth.password_min_length": "12" });
      const link = await linkFor(await world.make.user());
      const visitor = world.visitor();
      const short = await reset(link, { password: "short-one", password_confirmation: "short-one" }, visitor);
      expect(short.status).to.equal(422);
      expect(textOf(short)).to.contain("The password must be at least 12 characters.");
      expect(short.headers["referrer-policy"]).to.equal("no-referrer");
      expect((await reset(link, { password_confirmation: "another" }, visitor)).status).to.equal(422);
      expect((await reset(link, {}, visitor)).status).to.equal(303);
    });

    it("C09: once by ten parallel requests with one link", async () => {
      const user = await world.make.user();
      const link = await linkFor(user);
      const passwords = Array.from({ length: 10 }, (_, n) => `new-password-number-${n}`);
      const visitors: Visitor[] = passwords.map(() => world.visitor());
      for (const visitor of visitors) await visitor.get(link);
      const token = link.split("/").at(-1)!;
      const answers = await Promise.all(
        visitors.map((visitor, n) =>
          visitor.submit("/reset-password", {
            token,
            password: passwords[n]!,
            password_confirmation: passwords[n]!,
          }),
        ),
      );
      const won = answers.flatMap(({ status }, n) => (status === 303 ? [n] : []));
      expect(won).to.have.length(1);
      expect(answers.filter(({ status }) => status === 403)).to.have.length(9);
      const stored = (await row(user)).password as string;
      for (const [n, password] of passwords.entries())
        expect(await world.services.passwords.verify(password, stored), password).to.equal(n === won[0]);
      expect(await resets()).to.have.length(0);
      expect(await mailsOf("password_changed")).to.have.length(1);
    });
  });

  describe("isn't replaced", () => {
    const rejected = async (answer: Response, user: { id: string }): Promise<void> => {
      expect(answer.status).to.equal(403);
      expect(textOf(answer)).to.contain("This link doesn't work");
      expect(answer.text).to.contain('href="/forgot-password"');
      const { password } = await row(user);
      expect(await world.services.passwords.verify(PASSWORD, password as string)).to.equal(true);
    };

    it("with an expired link", async () => {
      world.freezeTime();
      const user = await world.make.user();
      const link = await linkFor(user);
      world.advance(HOUR - 1);
      expect((await world.visitor().get(link)).status).to.equal(200);
      world.advance(1);
      await rejected(await world.visitor().get(link), user);
      await rejected(await reset(link), user);
    });

    it("with a used link", async () => {
      const user = await world.make.user();
      const link = await linkFor(user);
      await reset(link, { password: PASSWORD, password_confirmation: PASSWORD });
      await rejected(await world.visitor().get(link), user);
      await rejected(await reset(link), user);
    });

    it("with an unknown link", async () => {
      const user = await world.make.user();
      for (const token of ["x", "a".repeat(43), "%00", "..%2f..%2flogin", "%F0%9F%98%80"])
        await rejected(await world.visitor().get(`/reset-password/${token}`), user);
      await rejected(await reset("/reset-password/x", { token: ["a", "b"] }), user);
      await rejected(await reset("/reset-password/x", { token: "" }), user);
    });

    it("when the account is banned or inactive", async () => {
      for (const status of ["banned", "inactive"]) {
        const user = await world.make.user();
        const link = await linkFor(user);
        await world.services.knex("users").where({ id: user.id }).update({ status });
        await rejected(await reset(link), user);
      }
    });

    it("when the account is deleted", async () => {
      const user = await world.make.user();
      const link = await linkFor(user);
      await world.services.knex("users").where({ id: user.id }).update({ deleted_at: now() });
      await rejected(await reset(link), user);
    });
  });
});
