import { expect } from "chai";
import PostalMime from "postal-mime";
import { deliverMails } from "../../../../src/domain/mail/mail-delivery.js";
import { createServiceMailer } from "../../../../src/domain/mail/service-mailer.js";
import { MINUTE } from "../../../../src/lib/clock.js";
import { confirmationIn, pathOf, settingsAdmin, settingsRecords } from "../../../support/app/settings.js";
import { MailServer } from "../../../support/app/smtp.js";
import { textOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { PRODUCT_NAME } from "../../../../src/config/product.js";

const PAGE = pathOf("mail");
const SECRET = "hunter two %2";

describe("Mail settings", () => {
  const world = useWorld({ MAIL_URL: "file:var/never-written" });
  let server: MailServer;
  beforeEach(async () => void (server = await MailServer.start()));
  afterEach(() => server.stop());

  const ownServer = () => ({
    mail_override: "1",
    mail_host: "127.0.0.1",
    mail_port: new URL(server.url()).port,
    mail_encryption: "none",
    mail_username: "mailer",
    mail_password: SECRET,
    mail_from_address: "harbour@example.test",
    mail_from_name: "Harbour",
  });
  const secret = (): Promise<string> => world.services.settings.readSecret("mail.password");
  const mail = async () => PostalMime.parse(server.taken.at(-1)!);

  /** Queues a mail to a user. */
  async function queueMail(): Promise<void> {
    const user = await world.make.user({ email: "ada@example.test" });
    const guest = world.visitor();
    await guest.get("/forgot-password");
    await guest.submit("/forgot-password", { email: user.email });
  }

  it("replace MAIL_URL and MAIL_FROM for the next mail, without a restart", async () => {
    const { visitor } = await settingsAdmin(world);
    const { services } = world;
    const send = createServiceMailer(services); // created before the change, as in a long-running process
    expect((await visitor.put(PAGE, ownServer())).status).to.equal(303);
    await queueMail();
    expect(await deliverMails(services, send)).to.equal(1);
    expect((await mail()).from).to.deep.include({ name: "Harbour", address: "harbour@example.test" });
    expect(server.commands).to.include(`AUTH PLAIN ${Buffer.from(`\0mailer\0${SECRET}`).toString("base64")}`);
    const second = await MailServer.start();
    await world.services.settings.write({ "mail.port": new URL(second.url()).port, "mail.username": "" });
    await world.services.knex("mails").update({ status: "sent" });
    await queueAgain();
    expect(await deliverMails(services, send)).to.equal(1);
    expect([server.taken.length, second.taken.length]).to.deep.equal([1, 1]);
    expect(second.commands.join()).not.to.contain("AUTH");
    await second.stop();
  });

  async function queueAgain(): Promise<void> {
    world.advance(2 * MINUTE);
    const guest = world.visitor();
    await guest.get("/forgot-password");
    await guest.submit("/forgot-password", { email: "ada@example.test" });
  }

  it("are ignored in favour of MAIL_URL while they are off", async () => {
    const { visitor } = await settingsAdmin(world);
    await visitor.put(PAGE, { ...ownServer(), mail_override: "0" });
    const sent = await world.services.settings.read();
    expect(sent.get("mail.host")).to.equal("127.0.0.1");
    expect(textOf(await visitor.get(PAGE))).to.contain(
      "Emails are currently stored in a folder instead of being sent, as configured on the server for development.",
    );
    await visitor.put(PAGE, { mail_override: "1" });
    expect(textOf(await visitor.get(PAGE))).to.contain("Emails are currently sent by 127.0.0.1, port");
  });

  it("use the application name when the sender has none, with any characters", async () => {
    const { visitor } = await settingsAdmin(world);
    const name = 'Harbour, "Office" <x@evil.test>';
    await world.services.settings.write({ "general.app_name": name });
    await visitor.put(PAGE, { ...ownServer(), mail_from_name: "" });
    await visitor.submit(`${PAGE}/test`);
    expect((await mail()).from).to.deep.include({ name, address: "harbour@example.test" });
    expect(server.commands).to.include("MAIL FROM:<harbour@example.test>");
  });

  it("store the password encrypted, and never show or log it", async () => {
    const { visitor } = await settingsAdmin(world);
    const page = await visitor.get(PAGE);
    expect(textOf(page))
      .to.contain("For the user name above. Stored encrypted and never shown again.")
      .and.not.contain("Remove the stored value");
    await visitor.put(PAGE, ownServer());
    const next = await visitor.get(PAGE);
    expect(textOf(next)).to.contain("Already set. Leave blank to keep it.");
    for (const { text } of [next, await visitor.get(PAGE)]) expect(text).not.to.contain("hunter");
    expect(await secret()).to.equal(SECRET);
    const tables = ["settings", "activity_log", "sessions"];
    for (const table of tables)
      expect(JSON.stringify(await world.services.knex(table).select("*")), table).not.to.contain("hunter");
    expect(JSON.stringify(world.logs)).not.to.contain("hunter");
    expect((await settingsRecords(world))[0]!.after).to.include({ "mail.password": "set" });
  });

  it("keep the password when its field is blank, and record nothing about it", async () => {
    const { visitor } = await settingsAdmin(world);
    await visitor.put(PAGE, ownServer());
    await visitor.put(PAGE, { ...ownServer(), mail_password: "", mail_from_name: "Office" });
    expect(await secret()).to.equal(SECRET);
    const [, second] = await settingsRecords(world);
    expect(second!.after).to.deep.equal({ "mail.from_name": "Office" });
    await visitor.put(PAGE, { mail_password: "another" });
    expect((await settingsRecords(world))[2]).to.deep.include({
      before: { "mail.password": "set" },
      after: { "mail.password": "changed" },
    });
  });

  it("delete the password on request and confirmation", async () => {
    const { visitor } = await settingsAdmin(world);
    await visitor.put(PAGE, ownServer());
    const change = { mail_username: "", mail_password_remove: "1" };
    const asked = await visitor.put(PAGE, change);
    expect(textOf(asked)).to.contain("The stored password of the mail server is deleted.");
    expect(await secret()).to.equal(SECRET);
    expect(asked.text).to.match(/name="mail_password_remove" value="1" checked/);
    await visitor.put(PAGE, { _confirmed: confirmationIn(asked.text) });
    expect(await secret()).to.equal("");
    expect((await settingsRecords(world))[1]!.after).to.deep.equal({
      "mail.username": "",
      "mail.password": "removed",
    });
    expect(textOf(await visitor.get(PAGE))).not.to.contain("Already set.");
  });

  it("warn before mails cross the network unencrypted", async () => {
    const { visitor } = await settingsAdmin(world);
    const open = { ...ownServer(), mail_host: "mail.example.test", mail_username: "", mail_password: "" };
    const asked = await visitor.put(PAGE, open);
    expect(asked.status).to.equal(422);
    expect(textOf(asked)).to.contain(
      "Emails cross the network without encryption, including links that give access to accounts.",
    );
    await visitor.put(PAGE, { _confirmed: confirmationIn(asked.text) });
    expect((await world.services.settings.read()).get("mail.host")).to.equal("mail.example.test");
  });

  describe("send a test mail", () => {
    const saved = async (fields = {}): Promise<{ visitor: Visitor; email: string }> => {
      const { visitor, user } = await settingsAdmin(world);
      expect((await visitor.put(PAGE, { ...ownServer(), ...fields })).status).to.equal(303);
      return { visitor, email: user.email };
    };
    const told = async (visitor: Visitor): Promise<string> => {
      const answer = await visitor.submit(`${PAGE}/test`);
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal(PAGE);
      return textOf(await visitor.get(PAGE));
    };

    it("to the administrator who requests it, in their language, directly without the queue", async () => {
      const { visitor, email } = await saved();
      expect(await told(visitor)).to.contain(
        `The mail server accepted a test email for ${email}. Check your inbox.`,
      );
      expect(await mail()).to.deep.include({ subject: `Test email from ${PRODUCT_NAME}` });
      expect((await mail()).to).to.deep.equal([{ name: "", address: email }]);
      expect(await world.services.knex("mails")).to.deep.equal([]);
      await world.services.knex("users").update({ locale: "tr" });
      expect(await told(visitor)).to.contain("deneme e-postasını kabul etti");
      expect((await mail()).subject).to.equal(`${PRODUCT_NAME} deneme e-postası`);
    });

    const LEAKS = /hunter|mailer|banner|secret-host|192\.0\.2|@evil/;
    for (const [what, command, answer, sentence] of [
      [
        "wrong credentials",
        "AUTH",
        "535 mailer:hunter two %2 wrong",
        "The email wasn't sent: the server rejected the user name or password.",
      ],
      [
        "a rejected sender",
        "MAIL",
        "550 banner of secret-host",
        "The email wasn't sent: the server rejected the sender or the recipient.",
      ],
      [
        "a rejected recipient",
        "RCPT",
        "550 x@evil.test",
        "The email wasn't sent: the server rejected the sender or the recipient.",
      ],
      [
        "rejected content",
        "CONTENT",
        "554 banner 192.0.2.1",
        "The email wasn't sent: the server rejected it. The service's log has the details.",
      ],
      [
        "a server that rejects all connections",
        "CONNECT",
        "554 banner of secret-host",
        "The email wasn't sent: the server rejected it. The service's log has the details.",
      ],
    ] as const)
      it(`and explain an error without secrets: ${what}`, async () => {
        const { visitor } = await saved();
        server.answers.set(command, answer);
        const page = await told(visitor);
        expect(page).to.contain("The email wasn't sent: ").and.contain(sentence);
        expect(page.replace(/value="mailer"/, "")).not.to.match(LEAKS);
        const line = world.logs.find(({ msg }) => msg === "could not send the test mail");
        expect(line).to.have.property("trace_id");
        expect(JSON.stringify(world.logs)).not.to.match(/hunter|@evil/);
      });

    it("and report that the server doesn't respond", async () => {
      const { visitor } = await saved({ mail_port: "1" });
      expect(await told(visitor)).to.contain(
        "The email wasn't sent: no server answers at this host and port.",
      );
    });

    it("never without the configured encryption", async () => {
      const { visitor } = await saved({ mail_encryption: "starttls" });
      expect(await told(visitor)).to.contain(
        "The email wasn't sent: no secure connection was possible. Check the encryption, the port and the server's certificate.",
      );
      await visitor.put(PAGE, { mail_encryption: "tls" });
      expect(await told(visitor)).to.contain(
        "The email wasn't sent: no secure connection was possible. Check the encryption, the port and the server's certificate.",
      );
      expect(server.commands.join()).not.to.match(/AUTH|MAIL/);
    });

    it("at most six times a minute", async () => {
      const { visitor } = await saved();
      world.freezeTime();
      for (let n = 0; n < 6; n++) expect((await visitor.submit(`${PAGE}/test`)).status).to.equal(303);
      const rejected = await visitor.submit(`${PAGE}/test`);
      expect(rejected.status).to.equal(429);
      expect(textOf(rejected)).to.contain("Too many attempts").and.contain("Email settings");
      expect(server.taken).to.have.length(6);
    });

    it("only with the permission and a recently confirmed password", async () => {
      await saved();
      const reader = (await settingsAdmin(world, ["settings.read"])).visitor;
      expect((await reader.submit(`${PAGE}/test`)).status).to.equal(403);
      const { visitor } = await settingsAdmin(world);
      world.advance(16 * MINUTE);
      expect((await visitor.submit(`${PAGE}/test`)).headers["location"]).to.match(/confirm-password/);
      expect(server.taken).to.deep.equal([]);
    });
  });

  describe("reject", () => {
    const rejection = async (visitor: Visitor, fields: Record<string, string>): Promise<string> => {
      const before: unknown = await world.services.knex("settings").orderBy("key");
      const answer = await visitor.put(PAGE, fields);
      expect(answer.status).to.equal(422);
      expect(answer.text).not.to.contain("hunter");
      expect(await world.services.knex("settings").orderBy("key")).to.deep.equal(before);
      return textOf(answer);
    };

    it("a server without a host or a sender, and a user name without a password", async () => {
      const { visitor } = await settingsAdmin(world);
      const said = await rejection(visitor, { mail_override: "1", mail_username: "mailer" });
      expect(said)
        .to.contain("Enter a host.")
        .and.contain("Enter a sender address.")
        .and.contain("Password: Enter the password for the user name.");
    });

    it("credentials over an unencrypted connection to another machine", async () => {
      const { visitor } = await settingsAdmin(world);
      for (const mail_host of ["mail.example.test", "10.0.0.1", "localhost.example.test"])
        expect(await rejection(visitor, { ...ownServer(), mail_host })).to.contain(
          "We don't send credentials to another machine without encryption. Choose STARTTLS or TLS, or leave the user name blank.",
        );
    });

    it("keeping a stored password without encryption, with and without a user name", async () => {
      const { visitor } = await settingsAdmin(world);
      const open = { mail_host: "mail.example.test", mail_encryption: "none" };
      const stored = { ...ownServer(), ...open, mail_encryption: "tls" };
      await visitor.put(PAGE, stored);
      const again = "The stored value belongs to the previous server, encryption or provider.";
      for (const mail_username of ["mailer", ""])
        for (const mail_override of ["0", "1"]) {
          const fields = { ...stored, ...open, mail_username, mail_override, mail_password: "" };
          expect(await rejection(visitor, fields)).to.match(new RegExp(`We don't send credentials|${again}`));
        }
      const typed = { ...stored, ...open, mail_username: "", mail_password: "hunter3" };
      expect(await rejection(visitor, typed)).to.contain("We don't send credentials");
    });

    it("sending the stored password to another server", async () => {
      const { visitor } = await settingsAdmin(world);
      await visitor.put(PAGE, ownServer());
      const moves: Record<string, string>[] = [
        { mail_host: "localhost" },
        { mail_port: "26" },
        { mail_encryption: "tls" },
        { mail_host: "evil.test", mail_encryption: "tls", mail_override: "0" },
        { mail_host: "evil.test", mail_encryption: "tls", mail_username: "" },
      ];
      for (const move of moves)
        expect(await rejection(visitor, move)).to.contain(
          "The stored value belongs to the previous server, encryption or provider. Enter it again, or remove it.",
        );
      await visitor.put(PAGE, { mail_port: "26", mail_password: "for the other" });
      expect(await secret()).to.equal("for the other");
    });

    it("invalid hosts, ports, addresses and names", async () => {
      const { visitor } = await settingsAdmin(world);
      const said = await rejection(visitor, {
        mail_host: "smtp://mail.example.test",
        mail_port: "70000",
        mail_encryption: "rot13",
        mail_username: "a\nb",
        mail_password: "hunter\n2",
        mail_from_address: "nobody",
        mail_from_name: "a\r\nBcc: x@evil.test",
      });
      for (const name of ["Host", "Port", "Encryption", "User name", "Password"])
        expect(said).to.contain(`${name}: `);
      expect(said).to.contain("Sender address: ").and.contain("Sender name: ");
    });
  });

  it("show how many mails are queued, failed and expired, and how to retry failed ones", async () => {
    const { visitor } = await settingsAdmin(world);
    const before = textOf(await visitor.get(PAGE));
    expect(before).to.match(/Queue Queued 0 Failed in the last week 0 Expired before sending 0/);
    expect(before).to.not.contain("mail retry");
    await queueMail();
    await world.services.knex("mails").update({ status: "failed" });
    world.advance(MINUTE);
    const after = textOf(await visitor.get(PAGE));
    expect(after)
      .to.match(/Failed in the last week 1 /)
      .and.contain("authdock mail retry");
  });
});
