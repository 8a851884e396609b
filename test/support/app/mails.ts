import type { Services } from "../../../src/domain/services.js";
import { mailCell } from "../../../src/domain/mail/outbox.js";
import type { Message } from "../../../src/lib/mail/mailer.js";

export interface QueuedMail extends Message {
  kind: string;
  /** Path and query of the first link. */
  link: string;
}

/** The queued mails as they will be sent, oldest first. */
export async function queuedMails({ knex, encryption }: Services, kind?: string): Promise<QueuedMail[]> {
  const wanted = { status: "queued", ...(kind === undefined ? {} : { kind }) };
  const rows = (await knex("mails").where(wanted).orderBy("id")) as {
    id: string;
    kind: string;
    payload: string;
  }[];
  return rows.map(({ id, kind, payload }) => {
    const message = JSON.parse(encryption.decrypt(payload, mailCell(id))) as Message;
    const { pathname, search } = new URL(/https?:\S+/.exec(message.text)![0]);
    return { ...message, kind, link: pathname + search };
  });
}
