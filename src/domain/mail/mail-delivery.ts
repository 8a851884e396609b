import { millisecondsSince, MINUTE, now, SECOND } from "../../lib/clock.js";
import { withinTrace } from "../../lib/telemetry/current-trace.js";
import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { MailRejected, type Message, type SendMail } from "../../lib/mail/mailer.js";
import type { Origin } from "../audit/origin.js";
import { recordActivity } from "../audit/record.js";
import { mailCell } from "./outbox.js";
import type { Services } from "../services.js";

const LEASE = 2 * MINUTE;
const LONGEST_PAUSE = 15 * MINUTE;

interface MailRow {
  id: string;
  kind: string;
  payload: string;
  attempts: number;
  /** Of the request that queued it. */
  trace_id: string | null;
}

/**
 * Sends the mails that are due. A conditional update leases each row, so that two processes never send it twice and
 * the mail of a killed process is tried again.
 * @returns the number of mails sent
 */
export async function deliverMails(services: Services, send: SendMail): Promise<number> {
  await expireMails(services);
  const due = (await services
    .knex("mails")
    .where({ status: "queued" })
    .where("available_at", "<=", now())
    .orderBy("available_at")
    .limit(20)
    .select("id", "kind", "payload", "attempts", "trace_id")) as MailRow[];
  let sent = 0;
  for (const mail of due)
    if (await withinTrace({ traceId: mail.trace_id ?? "" }, attempt, services, send, mail)) sent++;
  return sent;
}

async function attempt(services: Services, send: SendMail, mail: MailRow): Promise<boolean> {
  const { traces } = services;
  const work = async (): Promise<boolean> => (await lease(services, mail)) && deliver(services, send, mail);
  return traces ? traces.mail(mail, work) : work();
}

async function lease({ knex }: Services, mail: MailRow): Promise<boolean> {
  const won = await knex("mails")
    .where({ id: mail.id, status: "queued", attempts: mail.attempts })
    .update({ attempts: mail.attempts + 1, available_at: now() + LEASE, last_error: null });
  return won === 1;
}

async function deliver(services: Services, send: SendMail, mail: MailRow): Promise<boolean> {
  const row = services.knex("mails").where({ id: mail.id });
  const line = { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts + 1 };
  const started = performance.now();
  try {
    await send(JSON.parse(services.encryption.decrypt(mail.payload, mailCell(mail.id))) as Message);
    await row.update({ status: "sent", payload: null, sent_at: now() });
    services.metrics.mails.inc({ outcome: "sent" });
    services.log.info({ ...line, ms: millisecondsSince(started) }, "sent a mail");
    return true;
  } catch (error) {
    services.traces?.fail();
    services.log.warn({ err: error, ...line, ms: millisecondsSince(started) }, "could not send a mail");
    // retried until its content expires: an outage can outlast any fixed number of attempts
    const failed = error instanceof MailRejected && error.isPermanent;
    const outcome = failed ? { status: "failed" } : { available_at: now() + backoff(mail.attempts) };
    await row.update({ ...outcome, last_error: reasonOf(error) });
    services.metrics.mails.inc({ outcome: failed ? "failed" : "deferred" });
    return false;
  } finally {
    if (services.metrics.isOn) services.metrics.mailDurations.observe((performance.now() - started) / SECOND);
  }
}

const LONGEST_REASON = 300;

/** The first line of the message. It contains no address: see MailRejected. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]!.slice(0, LONGEST_REASON);

/** 10 s, 20 s, 40 s … up to 15 minutes. */
const backoff = (attempts: number): number => Math.min(10 * SECOND * 2 ** attempts, LONGEST_PAUSE);

/** Expires queued mails whose content has expired, and failed ones that aren't kept any longer. */
async function expireMails({ knex, metrics }: Services): Promise<void> {
  const expired = (status: string): Knex.QueryBuilder =>
    knex("mails").where({ status }).where("expires_at", "<=", now());
  const count = await expired("queued").update({ status: "expired", payload: null });
  if (count > 0) metrics.mails.inc({ outcome: "expired" }, count);
  await expired("failed").whereNotNull("payload").update({ payload: null });
}

/**
 * Makes failed mails, and those that wait for their next attempt, due now, if their content hasn't expired. A mail that
 * is just being sent has no error.
 * @returns how many
 */
export const retryMails = ({ knex }: Pick<Services, "knex">, origin: Origin): Promise<number> =>
  inTransaction(knex, async (trx) => {
    const queued = await trx("mails")
      .whereNotNull("payload")
      .where("expires_at", ">", now())
      .where((mails) =>
        mails
          .where({ status: "failed" })
          .orWhere((waiting) =>
            waiting.where({ status: "queued" }).whereNotNull("last_error").where("available_at", ">", now()),
          ),
      )
      .update({ status: "queued", available_at: now(), attempts: 0 });
    const activity = { event: "mails_requeued", actorId: null, changes: { mails: queued } } as const;
    if (queued > 0) await recordActivity(trx, activity, origin);
    return queued;
  });

/** A mail that wasn't sent yet. */
export interface UnsentMail {
  id: string;
  kind: string;
  /** The account that it is for. */
  user_id: string | null;
  attempts: number;
  /** When the next attempt is due, unless it has failed. */
  available_at: number;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: number;
}

const MOST_LISTED = 100;

/** The next mails that are queued, or the newest ones that failed and are still stored. */
export async function listUnsentMails(
  { knex }: Pick<Services, "knex">,
  status: "queued" | "failed",
): Promise<UnsentMail[]> {
  const query = knex("mails").where({ status }).limit(MOST_LISTED);
  if (status === "queued") query.orderBy("available_at");
  else query.orderBy("created_at", "desc");
  return query.select("id", "kind", "user_id", "attempts", "available_at", "last_error", "created_at");
}

/** How many mails are queued, failed and expired. */
export async function countMails({ knex }: Pick<Services, "knex">) {
  const rows = (await knex("mails").groupBy("status").select("status").count({ total: "*" })) as {
    status: string;
    total: number;
  }[];
  const count = (status: string): number => Number(rows.find((row) => row.status === status)?.total ?? 0);
  return { queued: count("queued"), failed: count("failed"), expired: count("expired") };
}

/** Since when the oldest queued mail is due, in milliseconds since the epoch; null if none is. */
export async function oldestDueMail({ knex }: Pick<Services, "knex">): Promise<number | null> {
  const row = (await knex("mails")
    .where({ status: "queued" })
    .where("available_at", "<=", now())
    .min({ at: "available_at" })
    .first()) as { at: number | null };
  return row.at === null ? null : Number(row.at);
}
