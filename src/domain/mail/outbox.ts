import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import { currentTrace } from "../../lib/telemetry/current-trace.js";
import type { Encryption } from "../../lib/encryption.js";
import type { Message } from "../../lib/mail/mailer.js";

export const mailCell = (id: string) => ({ table: "mails", column: "payload", row: id });

/**
 * Adds a mail to the outbox in the transaction of the event; it is sent outside the request and logged with its trace id. The payload is encrypted
 * and erased when the mail is sent or expires.
 */
export async function queueMail(
  trx: Knex,
  encryption: Encryption,
  mail: { kind: string; userId: string; message: Message; expiresAt: number },
): Promise<void> {
  const id = uuidv7();
  const time = now();
  const trace = currentTrace();
  await trx("mails").insert({
    id,
    user_id: mail.userId,
    kind: mail.kind,
    payload: encryption.encrypt(JSON.stringify(mail.message), mailCell(id)),
    status: "queued",
    available_at: time,
    expires_at: mail.expiresAt,
    created_at: time,
    trace_id: trace?.traceId ?? null,
  });
}
