import { retryFailedMails } from "../domain/mail/mail-delivery.js";
import type { Services } from "../domain/services.js";
import { ValidationFailed } from "../lib/failures.js";

/** `mails`, `mails retry`. @throws ValidationFailed */
export async function mailsCommand(services: Services, [act]: string[]): Promise<void> {
  if (act === "retry") return console.log(`Queued again: ${await retryFailedMails(services)}`);
  if (act !== undefined) throw new ValidationFailed({ mails: ["Use mails or mails retry."] });
  const { value } = await services.overview.mails();
  for (const [status, count] of Object.entries(value)) console.log(`${status.padEnd(10)} ${count}`);
}
