import {
  createMailer,
  createSmtpMailer,
  mailFolderOf,
  SEND_WITHIN,
  type SendMail,
} from "../../lib/mailer.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** By what mails go out: the server of the settings, that of MAIL_URL, or its folder. */
export type MailRoute =
  { by: "settings"; host: string; port: number } | { by: "environment"; host: string } | { by: "folder" };

export function mailRoute({ config }: Services, settings: SettingsSnapshot): MailRoute {
  if (settings.get("mail.override"))
    return { by: "settings", host: settings.get("mail.host"), port: settings.get("mail.port") };
  const { MAIL_URL } = config.env;
  // the host alone: the rest of the address may hold a password
  return mailFolderOf(MAIL_URL) === null
    ? { by: "environment", host: new URL(MAIL_URL).host }
    : { by: "folder" };
}

/**
 * Sends by the settings as they are when a mail goes out, so that a change holds for the next mail of every process;
 * by MAIL_URL and MAIL_FROM unless the settings override them.
 * @param withinMs one mail takes no longer, where the settings say the server
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

async function mailerOf(services: Services, settings: SettingsSnapshot, withinMs: number): Promise<SendMail> {
  const user = settings.get("mail.username");
  const server = {
    host: settings.get("mail.host"),
    port: settings.get("mail.port"),
    encryption: settings.get("mail.encryption"),
    credentials: user === "" ? null : { user, pass: await services.settings.readSecret("mail.password") },
  };
  const from = {
    name: settings.get("mail.from_name") || settings.get("general.app_name"),
    address: settings.get("mail.from_address"),
  };
  return createSmtpMailer(server, from, withinMs);
}
