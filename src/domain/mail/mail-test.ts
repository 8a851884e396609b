import { SECOND } from "../../lib/clock.js";
import { MailRejected, type MailTrouble } from "../../lib/mail/mailer.js";
import { linkTo } from "./links.js";
import { composeNotice, type Reader } from "./notices.js";
import type { Origin } from "../audit/origin.js";
import { createServiceMailer } from "./service-mailer.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** Short, because the user waits for the result. */
const TIMEOUT_MS = 10 * SECOND;

/**
 * Sends a mail to the actor immediately, without the outbox, with the saved settings.
 * @returns the reason for a failure, or null; the server's own message is only logged
 */
export async function sendTestMail(
  services: Services,
  settings: SettingsSnapshot,
  reader: Reader,
  origin: Origin,
): Promise<MailTrouble | null> {
  const url = linkTo(services, "admin.settings.mail");
  const message = composeNotice(services, settings, reader, { kind: "mail_test", url });
  try {
    await createServiceMailer(services, TIMEOUT_MS)(message);
    return null;
  } catch (error) {
    services.log.warn({ err: error, trace_id: origin.traceId }, "could not send the test mail");
    return error instanceof MailRejected ? error.trouble : "refused";
  }
}
