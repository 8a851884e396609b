import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import PostalMime, { type Email } from "postal-mime";
import { deliverMails, retryMails } from "../../../src/domain/mail/mail-delivery.js";
import { queueMail } from "../../../src/domain/mail/outbox.js";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { createMailer, SEND_WITHIN, type Message } from "../../../src/lib/mail/mailer.js";
import { registration } from "../../support/app/factories.js";
import { ORIGIN } from "../../support/oauth/oauth-grants.js";
import { MailServer } from "../../support/app/smtp.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

describe("Mail", () => {
  const world = useWorld();
  const message: Message = {
    to: "ada@example.test",
    subject: "A secret",
    text: "https://example.test/secret",
  };
  const mails = () => world.services.knex("mails");
  const queue = (overrides: Partial<Message> = {}, expiresAt = now() + DAY): Promise<void> =>
    queueMail(world.services.knex, world.services.encryption, {
      kind: "verify_email",
      userId: "1",
      message: { ...message, ...overrides },
      expiresAt,
    });
  /** A mail server that keeps the messages it accepts. While it is down, it accepts none. */
  function server() {
    const taken: Message[] = [];
    const state = { down: false, tries: 0 };
    const send = (mail: Message): Promise<void> => {
      state.tries++;
      if (state.down) return Promise.reject(new Error("451 try again later"));
      taken.push(mail);
      return Promise.resolve();
    };
    return { taken, state, deliver: () => deliverMails(world.services, send) };
  }
  beforeEach(() => world.freezeTime());

  it("is encrypted in the queue", async () => {
    await queue();
    const row = await mails().first();
    expect(row).to.include({ status: "queued", attempts: 0, kind: "verify_email" });
    expect(JSON.stringify(row)).not.to.match(/ada@example\.test|secret/);
  });

  it("is sent once, and its content is erased", async () => {
    await queue();
    const { taken, deliver } = server();
    expect(await deliver()).to.equal(1);
    expect(await deliver()).to.equal(0);
    expect(taken).to.deep.equal([message]);
    expect(await mails().first()).to.include({ status: "sent", payload: null, sent_at: now() });
  });

  it("is sent once by two processes that deliver at the same time", async () => {
    for (let count = 0; count < 10; count++) await queue({ subject: `Mail ${count}` });
    const { taken, deliver } = server();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(taken.map(({ subject }) => subject).sort()).to.deep.equal(
      Array.from({ length: 10 }, (_, count) => `Mail ${count}`),
    );
  });

  it("isn't sent before its transaction commits", async () => {
    const { knex, encryption } = world.services;
    await knex
      .transaction(async (trx) => {
        await queueMail(trx, encryption, {
          kind: "verify_email",
          userId: "1",
          message,
          expiresAt: now() + DAY,
        });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect(await mails()).to.be.empty;
  });

  it("is retried with growing pauses of at most 15 minutes, until its content expires", async () => {
    await queue();
    const { state, deliver } = server();
    state.down = true;
    await deliver();
    const nextTry = async (pause: number): Promise<void> => {
      const { tries } = state;
      world.advance(pause - 1);
      await deliver();
      expect(state.tries, `before ${pause} ms are over`).to.equal(tries);
      world.advance(1);
      await deliver();
      expect(state.tries).to.equal(tries + 1);
    };
    for (const seconds of [10, 20, 40, 80, 160, 320, 640]) await nextTry(seconds * SECOND);
    for (let hours = 0; hours < 22; hours++)
      for (let quarter = 0; quarter < 4; quarter++) await nextTry(15 * MINUTE);
    expect(await mails().first()).to.include({ status: "queued" });
    world.advance(2 * HOUR);
    await deliver();
    expect(await mails().first()).to.include({ status: "expired", payload: null });
  });

  it("is delivered after an outage of a day", async () => {
    await queue({}, now() + 25 * HOUR);
    const { state, taken, deliver } = server();
    state.down = true;
    for (let hours = 0; hours < 24; hours++) {
      await deliver();
      world.advance(HOUR);
    }
    state.down = false;
    expect(await deliver()).to.equal(1);
    expect(taken).to.deep.equal([message]);
  });

  it("is delivered after a failure, which is logged without its content", async () => {
    await queue();
    const { state, taken, deliver } = server();
    state.down = true;
    await deliver();
    expect(JSON.stringify(world.logs))
      .to.contain("could not send a mail")
      .and.not.match(/ada@example|secret/);
    state.down = false;
    world.advance(10 * SECOND);
    expect(await deliver()).to.equal(1);
    expect(taken).to.deep.equal([message]);
  });

  it("is retried when the process that took it was killed", async () => {
    await queue();
    const killed = new Promise<void>(() => undefined);
    let started: () => void;
    const start = new Promise<void>((resolve) => (started = resolve));
    void deliverMails(world.services, () => (started(), killed));
    await start;
    const { taken, deliver } = server();
    expect(await deliver()).to.equal(0);
    world.advance(2 * MINUTE);
    expect(await deliver()).to.equal(1);
    expect(taken).to.have.length(1);
  });

  it("is erased unsent when its link has expired", async () => {
    await queue({}, now() + MINUTE);
    const { taken, deliver } = server();
    world.advance(MINUTE);
    expect(await deliver()).to.equal(0);
    expect(taken).to.be.empty;
    expect(await mails().first()).to.include({ status: "expired", payload: null });
  });

  it("is sent in the order in which it was queued", async () => {
    for (const subject of ["first", "second", "third"]) {
      await queue({ subject });
      world.advance(1);
    }
    const { taken, deliver } = server();
    await deliver();
    expect(taken.map(({ subject }) => subject)).to.deep.equal(["first", "second", "third"]);
  });

  it("isn't sent when its content was copied to another row", async () => {
    await queue();
    await mails().update({ id: "00000000-0000-7000-8000-000000000000" });
    const { taken, deliver } = server();
    expect(await deliver()).to.equal(0);
    expect(taken).to.be.empty;
  });

  describe("for verifying an address", () => {
    beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));

    it("is sent to the account, with a link below APP_URL that is valid for an hour", async () => {
      const { body } = await world.api
        .post("/auth/register", registration({ email: "grace@example.test" }))
        .set("Host", "evil.test")
        .expect(201);
      const { taken, deliver } = server();
      expect(await deliver()).to.equal(1);
      const [mail] = taken as [Message];
      expect(mail).to.include({
        to: "grace@example.test",
        subject: `Verify your email for ${PRODUCT_NAME}`,
      });
      expect(mail.text).not.to.contain("evil.test");
      const link = new URL(/https?:\S+/.exec(mail.text)![0]);
      expect(link.origin).to.equal(world.services.config.env.APP_URL.origin);
      expect(link.pathname).to.match(new RegExp(`^/email/verify/${body.data.user.id}/[0-9a-f]{64}$`));
      expect(Number(link.searchParams.get("expires"))).to.equal(now() + HOUR);
      expect(link.searchParams.get("signature")).to.match(/^[\w-]{43}$/);
    });

    it("contains the application name of the settings", async () => {
      await world.services.settings.write({ "general.app_name": "Harbour" });
      await world.api.post("/auth/register", registration()).expect(201);
      const { taken, deliver } = server();
      await deliver();
      expect(taken[0]!.subject).to.equal("Verify your email for Harbour");
    });
  });

  describe("in a folder", () => {
    let folder: string;
    beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "authdock-mail-"))));
    afterEach(() => rm(folder, { recursive: true }));

    it("is one .eml file per message", async () => {
      const send = createMailer(`file:${join(folder, "new")}`, "Authdock <no-reply@example.test>");
      await queue({ subject: "Zoë" });
      await queue();
      expect(await deliverMails(world.services, send)).to.equal(2);
      const files = await readdir(join(folder, "new"));
      expect(files).to.have.length(2);
      for (const file of files) {
        expect(file).to.match(/\.eml$/);
        const content = await readFile(join(folder, "new", file), "utf8");
        expect(content).to.contain("From: Authdock <no-reply@example.test>\nTo: ada@example.test\n");
        expect(content).to.contain("https://example.test/secret");
      }
    });

    it("contains no headers injected by a subject or an address", async () => {
      const send = createMailer(`file:${folder}`, "no-reply@example.test");
      await queue({
        subject: "Hello\r\nBcc: evil@example.test",
        to: "ada@example.test\r\nCc: evil@example.test",
      });
      await deliverMails(world.services, send);
      const [file] = await readdir(folder);
      expect(await readFile(join(folder, file!), "utf8")).not.to.match(/^(Bcc|Cc):/im);
    });
  });

  describe("to a server", () => {
    let mailServer: MailServer;
    const FROM = "Authdock <no-reply@example.test>";
    const deliverTo = (url: string): Promise<number> => deliverMails(world.services, createMailer(url, FROM));
    const content = async (): Promise<Email> => PostalMime.parse(mailServer.taken[0]!);
    beforeEach(async () => void (mailServer = await MailServer.start()));
    afterEach(() => mailServer.stop());

    it("has a text and an HTML part, a date, an id and one recipient", async () => {
      await queue({ subject: "Şifre – Zoë", text: "Merhaba ş\n.\nend", html: "<p>Merhaba ş</p>" });
      expect(await deliverTo(mailServer.url())).to.equal(1);
      expect(mailServer.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).to.deep.equal([
        "MAIL FROM:<no-reply@example.test>",
        "RCPT TO:<ada@example.test>",
      ]);
      const mail = await content();
      expect(mail).to.deep.include({
        subject: "Şifre – Zoë",
        from: { name: "Authdock", address: "no-reply@example.test" },
      });
      expect(mail.to?.map(({ address }) => address)).to.deep.equal(["ada@example.test"]);
      expect(mail.text?.trim()).to.equal("Merhaba ş\n.\nend");
      expect(mail.html?.trim()).to.equal("<p>Merhaba ş</p>");
      expect(mail.messageId).to.match(/^<[^\s@]+@example\.test>$/);
      expect(Math.abs(Date.parse(mail.date!) - Date.now())).to.be.below(MINUTE);
    });

    it("stays queued when it is rejected, and is delivered by a later attempt", async () => {
      await queue();
      mailServer.answers.set("RCPT", "451 4.7.1 ada@example.test: try again later");
      expect(await deliverTo(mailServer.url())).to.equal(0);
      const waiting = await mails().first();
      expect(waiting).to.include({ status: "queued", attempts: 1 });
      expect(waiting.last_error).to.contain("451 4.7.1 … try again later");
      mailServer.answers.clear();
      expect(await deliverTo(mailServer.url())).to.equal(0);
      world.advance(10 * SECOND);
      expect(await deliverTo(mailServer.url())).to.equal(1);
      expect(mailServer.taken).to.have.length(1);
      expect(JSON.stringify(world.logs)).to.contain("451").and.not.contain("ada@example");
    });

    it("is delivered at once when an operator retries it, except while it is being sent", async () => {
      await queue();
      mailServer.answers.set("RCPT", "451 4.7.1 try again later");
      await deliverTo(mailServer.url());
      mailServer.answers.clear();
      expect(await retryMails(world.services, ORIGIN)).to.equal(1);
      let retriedWhileSent: number | undefined;
      const sent = await deliverMails(world.services, async () => {
        retriedWhileSent = await retryMails(world.services, ORIGIN);
      });
      expect({ sent, retriedWhileSent }).to.deep.equal({ sent: 1, retriedWhileSent: 0 });
    });

    it("fails when the server permanently rejects the recipient, and can be queued again", async () => {
      await queue();
      mailServer.answers.set("RCPT", "550 5.1.1 ada@example.test: no such user");
      expect(await deliverTo(mailServer.url())).to.equal(0);
      const failed = await mails().first();
      expect(failed).to.include({ status: "failed", attempts: 1 });
      expect(failed.last_error).to.contain("550 5.1.1 … no such user");
      expect(failed.payload).to.be.a("string").and.not.contain("ada@example");
      world.advance(HOUR);
      mailServer.answers.clear();
      expect(await deliverTo(mailServer.url())).to.equal(0);
      expect((await world.services.overview.mails()).value).to.deep.equal({
        queued: 0,
        failed: 1,
        expired: 0,
      });
      expect(await retryMails(world.services, ORIGIN)).to.equal(1);
      expect(await deliverTo(mailServer.url())).to.equal(1);
    });

    it("is kept after a failure no longer than its content is valid", async () => {
      await queue();
      mailServer.answers.set("RCPT", "550 5.1.1 no such user");
      await deliverTo(mailServer.url());
      world.advance(DAY);
      await deliverTo(mailServer.url());
      expect(await mails().first()).to.include({ status: "failed", payload: null });
      expect(await retryMails(world.services, ORIGIN)).to.equal(0);
    });

    it("is retried when the server rejects the sender, which the settings can change", async () => {
      await queue();
      mailServer.answers.set("MAIL", "550 5.7.1 not your address");
      await deliverTo(mailServer.url());
      expect(await mails().first()).to.include({ status: "queued", attempts: 1 });
    });

    it("stays queued when its content is rejected, or the server can't be reached", async () => {
      await queue();
      mailServer.answers.set("CONTENT", "554 5.7.1 not wanted");
      expect(await deliverTo(mailServer.url())).to.equal(0);
      world.advance(HOUR);
      expect(await deliverTo("smtp://127.0.0.1:1")).to.equal(0);
      expect(await mails().first()).to.include({ status: "queued", attempts: 2 });
      expect(mailServer.taken).to.be.empty;
    });

    it("stays queued when the connection breaks before the server has accepted it", async () => {
      await queue();
      mailServer.answers.set("CONTENT", "hang");
      const delivery = deliverTo(mailServer.url());
      while (!mailServer.commands.includes("DATA")) await new Promise(setImmediate);
      await mailServer.stop();
      expect(await delivery).to.equal(0);
      mailServer = await MailServer.start();
      world.advance(10 * SECOND);
      expect(await deliverTo(mailServer.url())).to.equal(1);
    });

    it("is sent with authentication, and no name or password is logged", async () => {
      await queue();
      mailServer.answers.set("AUTH", "535 5.7.8 mailer:hunter%2 is wrong (AG1haWxlcgBodW50ZXIlMg==)");
      const url = mailServer.url("mailer:hunter%252@");
      expect(await deliverTo(url)).to.equal(0);
      const sent = Buffer.from("\0mailer\0hunter%2").toString("base64");
      expect(mailServer.commands).to.include(`AUTH PLAIN ${sent}`);
      expect(JSON.stringify(world.logs))
        .to.contain("535")
        .and.not.match(/hunter|mailer:/)
        .and.not.contain(sent);
      mailServer.answers.clear();
      world.advance(10 * SECOND);
      expect(await deliverTo(url)).to.equal(1);
    });

    it("has a timeout below the lease", () => {
      expect(SEND_WITHIN).to.be.below(2 * MINUTE);
    });
  });
});
