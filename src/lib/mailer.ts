import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";

export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** Sends one message. @throws when the server did not take it */
export type SendMail = (message: Message) => Promise<void>;

/**
 * `file:<folder>` writes .eml files, for development; `smtp://` and `smtps://` send. nodemailer is loaded with
 * the first message: it would slow down every start.
 */
export function createMailer(mailUrl: string, from: string): SendMail {
  let mailer: Promise<SendMail> | undefined;
  return async (message) => {
    mailer ??= mailUrl.startsWith("file:")
      ? fileMailer(mailUrl.slice("file:".length), from)
      : smtpMailer(mailUrl, from);
    await (
      await mailer
    )(message);
  };
}

async function smtpMailer(mailUrl: string, from: string): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(mailUrl, { from });
  return async (message) => void (await transport.sendMail(message));
}

async function fileMailer(folder: string, from: string): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" }, { from });
  return async (message) => {
    const { message: content } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${uuidv7()}.eml`), content as Buffer);
  };
}
