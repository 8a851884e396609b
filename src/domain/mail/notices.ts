import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import {
  formatLocale,
  localeOf,
  translatorOf,
  type Locale,
  type MessageKey,
  type MessageValues,
  type Translate,
} from "../../texts/translate.js";
import type { Message } from "../../lib/mail/mailer.js";
import { zoneOrUtc } from "../../lib/timezones.js";
import { views } from "../../lib/views.js";
import { linkTo } from "./links.js";
import { mailBranding, type MailLook, type MailSender } from "./mail-branding.js";
import { queueMail } from "./outbox.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** The kinds of mails. Their texts are in the catalogue under `mail.<kind>.…`. */
export const NOTICE_KINDS = [
  "verify_email",
  "invitation",
  "organisation_invitation",
  "domain_code",
  "join_requested",
  "join_accepted",
  "reset_password",
  "password_changed",
  "password_set",
  "new_device",
  "two_factor_changed",
  "two_factor_removed",
  "two_factor_failures",
  "passkey_added",
  "passkey_removed",
  "passkey_removed_by_administrator",
  "passkey_copied",
  "password_removed",
  "identity_linked",
  "identity_removed",
  "identity_removed_by_administrator",
  "email_change_requested",
  "email_changed",
  "email_taken",
  "access_ended",
  "session_ended",
  "application_revoked",
  "account_deleted",
  "account_restored",
  "token_created",
  "limited_token_created",
  "token_expiring",
  "client_created",
  "webhook_created",
  "webhook_failed",
  "webhook_without_rights",
  "webhook_of_ended_owner",
  "token_revoked",
  "refresh_token_reused",
  "mail_test",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Notice {
  kind: NoticeKind;
  /** Values for the texts. `app`, `name` and `time` (`at` in the reader's time zone) are always available. */
  values?: MessageValues;
  /** The time of the event in milliseconds since the epoch; now by default. */
  at?: number;
  /** A link to this service, made by `linkTo`. */
  url?: string;
  /** The time after which the mail is no longer useful. */
  expiresAt?: number;
  /** An address other than the account's. */
  to?: string;
}

export interface Reader {
  id: string;
  email: string;
  first_name: string;
  locale: string;
  timezone: string;
}

/** The link for resetting a password that someone else may know; none while resets are off. */
export const passwordResetLink = (services: Services, settings: SettingsSnapshot): Pick<Notice, "url"> =>
  settings.get("auth.password_reset") ? { url: linkTo(services, "password.request") } : {};

/** The part of a context that mail needs. */
export interface MailContext {
  services: Services;
  trx: Knex;
  settings: SettingsSnapshot;
}

/** Queues a mail in the reader's language, as text and HTML, in the caller's transaction. */
export async function queueNotice(
  { services, trx, settings }: MailContext,
  reader: Reader,
  notice: Notice,
): Promise<void> {
  await queueMail(trx, services.encryption, {
    kind: notice.kind,
    userId: reader.id,
    expiresAt: notice.expiresAt ?? now() + DAY,
    message: composeNotice(services, settings, reader, notice),
  });
}

/** Composes a mail for a caller that sends it immediately. */
export const composeNotice = (
  { config }: Services,
  settings: SettingsSnapshot,
  reader: Reader,
  notice: Notice,
): Message => {
  const { sender, look } = mailBranding(settings, config.env.APP_URL);
  return write(reader, notice, sender, look);
};

/** All parts of a mail as text, for both of its versions. */
interface Letter {
  greeting: string;
  intro: string;
  action: { url: string; label: string } | null;
  outro: string;
  reason: string;
}

function write(
  reader: Reader,
  { kind, values, at, url, to }: Notice,
  { app, home, supportEmail }: MailSender,
  look: MailLook,
): Message {
  const locale = localeOf(reader);
  const t = translatorOf(locale);
  const time = timeFor(locale, reader.timezone, at ?? now());
  const all = { app, name: reader.first_name, time, ...values };
  const say = (part: string): string => t(`mail.${kind}.${part}` as MessageKey, all);
  const letter: Letter = {
    greeting: greet(reader.first_name, t),
    intro: say("intro"),
    action: url === undefined ? null : { url, label: say("action") },
    outro: say("outro"),
    reason: t(concernsAccount(kind, to, reader) ? "mail.reason.account" : "mail.reason.address", all),
  };
  const support = supportEmail === null ? null : t("mail.support", { email: supportEmail });
  // a subject is a header and must be one line
  const subject = say("subject").replaceAll(/\s+/g, " ").trim();
  const html = views.render("mails/notice", { t, locale, app, home, support, look, subject, ...letter });
  return { to: to ?? reader.email, subject, text: asText(letter, app, home, support), html };
}

/** A mail to an unverified address says that the account is someone else's request. */
const concernsAccount = (kind: NoticeKind, to: string | undefined, reader: Reader): boolean =>
  !["verify_email", "organisation_invitation", "domain_code", "mail_test"].includes(kind) &&
  (to === undefined || to === reader.email);

const MAX_GREETED_NAME = 60;
/** Text that mail clients turn into a link, or that reads like a message instead of a name. */
const UNLIKE_A_NAME = /[:/@\\]|\p{L}\.\p{L}{2}|www\./u;

/** Leaves out a suspicious name: anyone can register another person's address under a "name" that advertises. */
const greet = (name: string, t: Translate): string =>
  name !== "" && readsLikeName(name) ? t("mail.greeting", { name }) : t("mail.greeting.nameless");

/** Whether a name that anyone can choose looks like one, and not like an advertisement or a link. */
export const readsLikeName = (name: string): boolean =>
  name.length <= MAX_GREETED_NAME && !UNLIKE_A_NAME.test(name);

function timeFor(locale: Locale, timezone: string, at: number): string {
  const timeZone = zoneOrUtc(timezone);
  const format = new Intl.DateTimeFormat(formatLocale(locale), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  return `${format.format(at)} (${timeZone})`;
}

function asText(
  { greeting, intro, action, outro, reason }: Letter,
  app: string,
  home: string,
  support: string | null,
): string {
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  return `${[greeting, intro, ...link, outro, `-- \n${[reason, ...(support === null ? [] : [support]), `${app}: ${home}`].join("\n")}`].join("\n\n")}\n`;
}
