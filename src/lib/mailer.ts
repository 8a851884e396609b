import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { SECOND } from "./clock.js";
import { isLoopback } from "./loopback.js";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends one message. @throws MailRefused when the server did not take it */
export type SendMail = (message: Message) => Promise<void>;

/** One mail takes no longer, whatever the server does. */
export const SEND_WITHIN = 60 * SECOND;
/** The single steps, so that a server that hangs is found out early. */
const PATIENCE = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 20 * SECOND };

/** Nothing of a message is ever read from a file or fetched. */
const OWN_CONTENT_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** Why a mail was not taken, in words that may be logged. */
export class MailRefused extends Error {
  readonly code: string | undefined;
  readonly responseCode: number | undefined;

  constructor(cause: unknown) {
    const { message, code, responseCode } = cause as Error & { code?: string; responseCode?: number };
    super(
      code === "EAUTH"
        ? `The credentials were not accepted (${responseCode ?? "no answer"}).`
        : loggable(message),
    );
    this.name = "MailRefused";
    this.code = code;
    this.responseCode = responseCode;
  }
}

/** Servers repeat the addresses of people; what they say to credentials is not repeated at all. */
const loggable = (words: string): string =>
  words.replaceAll(/[^\s<>"']+/g, (word) => (word.includes("@") ? "…" : word)).slice(0, 300);

/** The folder of a `file:` address, or null for a mail server. */
export const mailFolderOf = (mailUrl: string): string | null =>
  mailUrl.startsWith("file:") ? mailUrl.slice("file:".length) : null;

/**
 * `file:<folder>` writes .eml files, for development; `smtp://` and `smtps://` send. nodemailer is loaded with
 * the first message: it would slow down every start.
 */
export function createMailer(mailUrl: string, from: string): SendMail {
  const folder = mailFolderOf(mailUrl);
  let mailer: Promise<SendMail> | undefined;
  return async (message) => {
    mailer ??= folder === null ? smtpMailer(mailUrl, from) : fileMailer(folder, from);
    await (
      await mailer
    )(message);
  };
}

/** What the address says (e.g. `?requireTLS=false`) goes before what is chosen here. */
async function smtpMailer(mailUrl: string, from: string): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const { hostname, password } = new URL(mailUrl);
  const transport = createTransport(
    {
      url: mailUrl,
      ...PATIENCE,
      ...OWN_CONTENT_ONLY,
      // a password goes over no open line
      requireTLS: password !== "" && !isLoopback(hostname),
    },
    { from },
  );
  return async (message) => {
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_WITHIN) });
    } catch (error) {
      throw new MailRefused(error);
    }
  };
}

async function fileMailer(folder: string, from: string): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const options = { streamTransport: true, buffer: true, newline: "unix", ...OWN_CONTENT_ONLY } as const;
  const transport = createTransport(options, { from });
  return async (message) => {
    const { message: content } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${uuidv7()}.eml`), content as Buffer);
  };
}
