import { expect } from "chai";
import { NOTICE_KINDS, queueNotice, type Notice } from "../../../src/domain/mail/notices.js";
import { mailCell } from "../../../src/domain/mail/outbox.js";
import { DAY, HOUR, now } from "../../../src/lib/clock.js";
import { LOCALES, type Locale } from "../../../src/texts/translate.js";
import type { Message } from "../../../src/lib/mail/mailer.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

/** The parameters with which the product queues each kind of mail. */
const VALUES: Partial<Record<Notice["kind"], Record<string, string>>> = {
  new_device: { device: "Firefox on Linux", ip: "203.0.113.7" },
  two_factor_changed: { change: "switched on" },
  two_factor_failures: { minutes: "15" },
  email_change_requested: { email: "new@example.test" },
  email_changed: { email: "new@example.test" },
  token_created: { token: "laptop" },
  limited_token_created: { token: "laptop", scopes: "users.read" },
  token_expiring: { token: "laptop" },
  client_created: { client: "Team calendar" },
  webhook_created: { host: "app.example.test" },
  webhook_failed: { host: "app.example.test" },
  webhook_without_rights: { host: "app.example.test" },
  webhook_of_ended_owner: { host: "app.example.test" },
  session_ended: { device: "Firefox on Linux" },
  application_revoked: { application: "Team calendar" },
  token_revoked: { token: "laptop" },
  passkey_added: { passkey: "Phone" },
  passkey_removed: { passkey: "Phone" },
  passkey_removed_by_administrator: { passkey: "Phone" },
  passkey_copied: { passkey: "Phone" },
  organisation_invitation: { organisation: "Acme", inviter: "Grace Hopper", role: "Member" },
  domain_code: { organisation: "Acme", domain: "acme.example", code: "b1Xw0v0c8S3qk2m7rJ9yT4" },
  join_requested: { organisation: "Acme", person: "Grace Hopper" },
  join_accepted: { organisation: "Acme" },
  identity_linked: { provider: "GitHub", email: "ada@example.test" },
  identity_removed: { provider: "GitHub" },
  identity_removed_by_administrator: { provider: "GitHub" },
  refresh_token_reused: { application: "Team calendar" },
};
const HOSTILE = `<img src=x onerror="alert(1)">&'</td><script>`;

describe("Mail notices", () => {
  const world = useWorld();
  const home = (): string => world.services.config.env.APP_URL.origin;

  /** Queues the notice. @returns the mail that would be sent */
  async function written(
    notice: Notice,
    { locale = "en", first_name = "Ada", timezone = "UTC" } = {},
  ): Promise<Message & { expiresAt: number }> {
    const { services } = world;
    const user = await world.make.user({ first_name });
    await services.knex("mails").del();
    await queueNotice(
      { services, trx: services.knex, settings: await services.settings.read() },
      { ...user, first_name, locale, timezone },
      notice,
    );
    const row = await services.knex("mails").first();
    const message = JSON.parse(
      services.encryption.decrypt(row.payload as string, mailCell(row.id as string)),
    ) as Message;
    return { ...message, expiresAt: row.expires_at as number };
  }
  const ofKind = (kind: Notice["kind"], rest: Partial<Notice> = {}): Notice => ({
    kind,
    values: VALUES[kind] ?? {},
    url: `${home()}/somewhere?a=1&b=2`,
    ...rest,
  });
  const linksIn = ({ text, html }: Message): string[] =>
    [...(text + html!.replaceAll("&amp;", "&")).matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);

  for (const kind of NOTICE_KINDS)
    for (const locale of LOCALES)
      it(`${kind} in ${locale}: have every value filled in, equal versions, and links below APP_URL only`, async () => {
        const mail = await written(ofKind(kind), { locale });
        const { subject, text, html } = mail;
        expect(`${subject}\n${text}\n${html}`).not.to.match(/\{\w+\}|undefined|null|mail\.\w+\./);
        expect(subject).to.match(/^[^\r\n]{10,100}$/);
        expect(html).to.contain(`<html lang="${locale}"`);
        for (const link of linksIn(mail)) expect(new URL(link).origin).to.equal(home());
        expect(text).to.contain(`${home()}/somewhere?a=1&b=2`);
        expect(html!.match(/href="[^"]+\/somewhere\?a=1&amp;b=2"/g)).to.have.length(2);
        for (const value of Object.values(VALUES[kind] ?? {})) expect(text).to.contain(value);
        const plain = html!
          .replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]*>/g, " ")
          .replaceAll(/&#39;|&#34;|&amp;/g, (name) => ({ "&#39;": "'", "&#34;": '"', "&amp;": "&" })[name]!);
        for (const paragraph of text.split(/\n\n/).filter((part) => !/^--|https?:/.test(part)))
          expect(plain.replaceAll(/\s+/g, " ")).to.contain(paragraph.trim());
      });

  it("have a text version without markup, and a reason why the user receives them", async () => {
    const { text } = await written(ofKind("password_changed"));
    expect(text)
      .to.match(/^Hello Ada,\n\n/)
      .and.match(
        new RegExp(
          `\\n-- \\nThis is a required security notice about your account at ${PRODUCT_NAME}\\.\\n${PRODUCT_NAME}: http`,
        ),
      );
    expect(text).not.to.match(/<\w/);
  });

  it("show times in the recipient's time zone", async () => {
    const at = Date.UTC(2026, 0, 31, 22, 30);
    const notice = ofKind("password_changed", { at });
    const turkish = await written(notice, { locale: "tr", timezone: "Europe/Istanbul" });
    expect(turkish.text).to.contain("1 Şubat 2026 01:30 (Europe/Istanbul)");
    expect((await written(notice)).text).to.contain("31 January 2026 at 22:30 (UTC)");
  });

  it("show times in UTC for a time zone that the system doesn't know", async () => {
    const { text } = await written(ofKind("password_changed", { at: 0 }), { timezone: "Mars/Olympus" });
    expect(text).to.contain("1 January 1970 at 00:00 (UTC)");
  });

  it("are in English for a language that the service doesn't have", async () => {
    expect((await written(ofKind("password_changed"), { locale: "xx" as Locale })).text).to.contain(
      "Hello Ada,",
    );
  });

  it("can have no button", async () => {
    const mail = await written({ kind: "account_deleted" });
    expect(mail.html).not.to.contain('class="button"');
    expect([...new Set(linksIn(mail))]).to.deep.equal([home()]);
  });

  it("expire after a day, or with their link", async () => {
    world.freezeTime();
    expect((await written(ofKind("password_changed"))).expiresAt).to.equal(now() + DAY);
    const expiresAt = now() + HOUR;
    expect((await written(ofKind("verify_email", { expiresAt }))).expiresAt).to.equal(expiresAt);
  });

  it("H39: escape user input in HTML, and keep it out of headers", async () => {
    for (const kind of NOTICE_KINDS) {
      const values = Object.fromEntries(
        Object.keys(VALUES[kind] ?? {}).map((name) => [name, `${HOSTILE}\r\nBcc: x`]),
      );
      const { subject, html } = await written(ofKind(kind, { values }), { first_name: HOSTILE });
      expect(html, kind).not.to.match(/<img|<script|onerror="/);
      expect(subject, kind).to.match(/^[^\r\n]+$/);
    }
  });

  it("H39: escape the application name, and keep their subject on one line", async () => {
    await world.services.settings.write({ "general.app_name": `Harbour ${HOSTILE}` });
    const { subject, html } = await written(ofKind("password_changed"));
    expect(subject).to.contain(HOSTILE);
    expect(html).not.to.match(/<img|<script/);
    await world.services
      .knex("settings")
      .where({ key: "general.app_name" })
      .update({ value: "Harbour\r\nBcc: evil@example.test" });
    expect((await written(ofKind("password_changed"))).subject).to.match(
      /^Your [^\r\n]+ password was changed$/,
    );
  });

  it("contain no advertisement in place of a name to another person's address", async () => {
    for (const first_name of [
      "Win at https://evil.test",
      "evil.test",
      "www.evil",
      "call: now",
      "mail me@evil.test",
      `${"word ".repeat(20)}`,
    ]) {
      const mail = await written(ofKind("verify_email"), { first_name });
      expect(mail.text, first_name).to.match(/^Hello,\n/);
      expect(mail.html).not.to.contain(first_name.trim());
    }
    for (const first_name of ["Ada", "Jean-Luc", "J. R. R.", "O'Brien", "Şükrü", "李"])
      expect((await written(ofKind("verify_email"), { first_name })).text).to.contain(`Hello ${first_name},`);
  });
});
