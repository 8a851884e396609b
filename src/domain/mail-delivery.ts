import { MINUTE, now, SECOND } from "../lib/clock.js";
import type { Message, SendMail } from "../lib/mailer.js";
import { mailCell } from "./outbox.js";
import type { Services } from "./services.js";

const LEASE = 2 * MINUTE;
const MAX_ATTEMPTS = 8;

interface MailRow {
  id: string;
  payload: string;
  attempts: number;
}

/**
 * Sends what is due. A row is leased by a conditional update, so that two processes never send it twice
 * and a killed process leaves it to be tried again.
 * @returns how many mails were sent
 */
export async function deliverMails(services: Services, send: SendMail): Promise<number> {
  await expireMails(services);
  const due = (await services
    .knex("mails")
    .where({ status: "queued" })
    .where("available_at", "<=", now())
    .orderBy("available_at")
    .limit(20)
    .select("id", "payload", "attempts")) as MailRow[];
  let sent = 0;
  for (const mail of due) if ((await lease(services, mail)) && (await deliver(services, send, mail))) sent++;
  return sent;
}

async function lease({ knex }: Services, mail: MailRow): Promise<boolean> {
  const won = await knex("mails")
    .where({ id: mail.id, status: "queued", attempts: mail.attempts })
    .update({ attempts: mail.attempts + 1, available_at: now() + LEASE });
  return won === 1;
}

async function deliver(services: Services, send: SendMail, mail: MailRow): Promise<boolean> {
  const row = services.knex("mails").where({ id: mail.id });
  try {
    await send(JSON.parse(services.encryption.decrypt(mail.payload, mailCell(mail.id))) as Message);
    await row.update({ status: "sent", payload: null, sent_at: now() });
    return true;
  } catch (error) {
    services.log.warn({ err: error, mail_id: mail.id, attempts: mail.attempts + 1 }, "a mail was not sent");
    const last = mail.attempts + 1 >= MAX_ATTEMPTS;
    await row.update(
      last ? { status: "failed", payload: null } : { available_at: now() + backoff(mail.attempts) },
    );
    return false;
  }
}

/** 10 s, 20 s, 40 s … about 20 minutes. */
const backoff = (attempts: number): number => 10 * SECOND * 2 ** attempts;

async function expireMails({ knex }: Services): Promise<void> {
  await knex("mails")
    .where({ status: "queued" })
    .where("expires_at", "<=", now())
    .update({ status: "expired", payload: null });
}
