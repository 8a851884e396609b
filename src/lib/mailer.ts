import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { v7 as uuidv7 } from "uuid";

export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** Sends one message. @throws when the server did not take it */
export type SendMail = (message: Message) => Promise<void>;

/** `file:<folder>` writes .eml files, for development; `smtp://` and `smtps://` send. */
export function createMailer(mailUrl: string, from: string): SendMail {
  if (!mailUrl.startsWith("file:")) {
    const transport = createTransport(mailUrl, { from });
    return async (message) => void (await transport.sendMail(message));
  }
  const folder = mailUrl.slice("file:".length);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" }, { from });
  return async (message) => {
    const { message: content } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${uuidv7()}.eml`), content as Buffer);
  };
}
