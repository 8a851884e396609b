import {
  createMailer,
  createSmtpMailer,
  mailFolderOf,
  SEND_WITHIN,
  verifySmtpServer,
  type SendMail,
  type SmtpServer,
} from "../../lib/mail/mailer.js";
import type { Services } from "../services.js";
import { brandName } from "../settings/branding.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** How mails are sent: by the server in the settings, by MAIL_URL, or into its folder. */
export type MailRoute =
  { by: "settings"; host: string; port: number } | { by: "environment"; host: string } | { by: "folder" };

export function mailRoute({ config }: Services, settings: SettingsSnapshot): MailRoute {
  if (settings.get("mail.override"))
    return { by: "settings", host: settings.get("mail.host"), port: settings.get("mail.port") };
  const { MAIL_URL } = config.env;
  // only the host, because the rest of the URL can contain a password
  return mailFolderOf(MAIL_URL) === null
    ? { by: "environment", host: new URL(MAIL_URL).host }
    : { by: "folder" };
}

/**
 * Reads the settings for each mail, so that a change takes effect on the next mail of every process. MAIL_URL and
 * MAIL_FROM apply unless the settings override them.
 * @param withinMs the time limit for one mail when the settings name the server
 */
export function createServiceMailer(services: Services, withinMs = SEND_WITHIN): SendMail {
  const { MAIL_URL, MAIL_FROM } = services.config.env;
  const byEnvironment = createMailer(MAIL_URL, MAIL_FROM, withinMs);
  return async (message) => {
    const settings = await services.settings.read();
    const send = settings.get("mail.override") ? await mailerOf(services, settings, withinMs) : byEnvironment;
    await send(message);
  };
}

/** Connects to the mail server in use, if mails aren't written to files. @throws MailRejected */
export async function verifyMailServer(services: Services): Promise<void> {
  const settings = await services.settings.read();
  const { MAIL_URL } = services.config.env;
  if (settings.get("mail.override")) await verifySmtpServer(await serverOf(services, settings));
  else if (mailFolderOf(MAIL_URL) === null) await verifySmtpServer(MAIL_URL);
}

async function serverOf(services: Services, settings: SettingsSnapshot): Promise<SmtpServer> {
  const user = settings.get("mail.username");
  return {
    host: settings.get("mail.host"),
    port: settings.get("mail.port"),
    encryption: settings.get("mail.encryption"),
    credentials: user === "" ? null : { user, pass: await services.settings.readSecret("mail.password") },
  };
}

async function mailerOf(services: Services, settings: SettingsSnapshot, withinMs: number): Promise<SendMail> {
  const server = await serverOf(services, settings);
  const from = {
    name: settings.get("mail.from_name") || brandName(settings),
    address: settings.get("mail.from_address"),
  };
  return createSmtpMailer(server, from, withinMs);
}
