import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { SECOND } from "../clock.js";
import { isLoopback } from "../network/private-addresses.js";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** The sender of a message. A separate name is encoded, whatever characters it contains. */
export type Sender = string | { name: string; address: string };

/** Sends one message. @throws MailRejected when the server did not take it */
export type SendMail = (message: Message) => Promise<void>;

/** The time limit for one mail. */
export const SEND_WITHIN = 60 * SECOND;
/** Limits for single steps, which detect a server that hangs earlier. */
const TIMEOUTS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 20 * SECOND };

/** Nothing of a message is read from a file or fetched. */
const OWN_CONTENT_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** Why a mail failed, for users. It contains nothing that the server said. */
export type MailTrouble = "credentials" | "encryption" | "unreachable" | "timeout" | "address" | "refused";

type SmtpFailure = Error & { code?: string; responseCode?: number; command?: string };

/** Why a mail was rejected, in text that can be logged. */
export class MailRejected extends Error {
  readonly code: string | undefined;
  readonly responseCode: number | undefined;
  readonly trouble: MailTrouble;
  /** The server rejects the recipient permanently (RFC 5321, section 4.2.1), so a retry can't help. */
  readonly isPermanent: boolean;

  constructor(cause: unknown) {
    const { message, code, responseCode, command } = cause as SmtpFailure;
    super(
      code === "EAUTH"
        ? `The credentials were not accepted (${responseCode ?? "no answer"}).`
        : loggable(message),
    );
    this.name = "MailRejected";
    this.code = code;
    this.responseCode = responseCode;
    this.trouble = troubleOf(cause as SmtpFailure);
    this.isPermanent = code === "EENVELOPE" && command === "RCPT TO" && (responseCode ?? 0) >= 500;
  }
}

/** nodemailer names the failed step, except for socket errors, which only their message tells. */
function troubleOf({ name, message, code = "" }: SmtpFailure): MailTrouble {
  if (code === "EAUTH") return "credentials";
  if (code === "EENVELOPE") return "address";
  if (code === "ETIMEDOUT" || /^(Timeout|Abort)Error$/.test(name)) return "timeout";
  if (code === "ETLS" || /certificate|self.signed|\bssl\b|\btls\b|altname/i.test(message))
    return "encryption";
  if (["ECONNECTION", "EDNS", "ESOCKET", "ECONNREFUSED", "ENOTFOUND"].includes(code)) return "unreachable";
  return "refused";
}

/** Servers repeat addresses, which are removed. Replies to credentials aren't logged at all. */
const loggable = (words: string): string =>
  words.replaceAll(/[^\s<>"']+/g, (word) => (word.includes("@") ? "…" : word)).slice(0, 300);

/** The folder of a `file:` URL, or null for a mail server. */
export const mailFolderOf = (mailUrl: string): string | null =>
  mailUrl.startsWith("file:") ? mailUrl.slice("file:".length) : null;

/**
 * `file:<folder>` writes .eml files, for development; `smtp://` and `smtps://` send. nodemailer is loaded with the
 * first message, because it would slow down every start.
 */
export function createMailer(mailUrl: string, from: string, withinMs = SEND_WITHIN): SendMail {
  const folder = mailFolderOf(mailUrl);
  let mailer: Promise<SendMail> | undefined;
  return async (message) => {
    mailer ??= folder === null ? smtpMailer(optionsOf(mailUrl), from, withinMs) : fileMailer(folder, from);
    await (
      await mailer
    )(message);
  };
}

/** A mail server from separate settings. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` before any other command, or none. */
  encryption: "tls" | "starttls" | "none";
  credentials: { user: string; pass: string } | null;
}

/**
 * Sends through this server. Nothing is sent without the configured encryption, and credentials are never sent
 * unencrypted.
 * @param withinMs the time limit for one mail
 */
export function createSmtpMailer(server: SmtpServer, from: Sender, withinMs = SEND_WITHIN): SendMail {
  return async (message) => {
    await (
      await smtpMailer(optionsOfServer(server), from, withinMs)
    )(message);
  };
}

/** @throws MailRejected instead of sending credentials unencrypted */
function optionsOfServer({ host, port, encryption, credentials }: SmtpServer): object {
  if (encryption === "none" && !isLoopback(host) && credentials !== null)
    throw new MailRejected(new UnencryptedConnection());
  return {
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    ...(credentials === null ? {} : { auth: credentials }),
  };
}

/**
 * Connects to the server and signs in, without a mail.
 * @param server a server, or MAIL_URL
 * @throws MailRejected
 */
export async function verifySmtpServer(server: SmtpServer | string): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const options = typeof server === "string" ? optionsOf(server) : optionsOfServer(server);
  const transport = createTransport({ ...TIMEOUTS, ...options, ...OWN_CONTENT_ONLY });
  try {
    await transport.verify();
  } catch (error) {
    throw new MailRejected(error);
  } finally {
    transport.close();
  }
}

class UnencryptedConnection extends Error {
  readonly code = "ETLS";

  constructor() {
    super("Credentials are not sent without encryption.");
  }
}

/** Options in the URL (for example `?requireTLS=false`) override the defaults here. */
function optionsOf(mailUrl: string): object {
  const { hostname, password } = new URL(mailUrl);
  // a password must not be sent unencrypted
  return { url: mailUrl, requireTLS: password !== "" && !isLoopback(hostname) };
}

async function smtpMailer(options: object, from: Sender, withinMs: number): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ ...TIMEOUTS, ...options, ...OWN_CONTENT_ONLY }, { from });
  return async (message) => {
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(withinMs) });
    } catch (error) {
      throw new MailRejected(error);
    }
  };
}

async function fileMailer(folder: string, from: Sender): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const options = { streamTransport: true, buffer: true, newline: "unix", ...OWN_CONTENT_ONLY } as const;
  const transport = createTransport(options, { from });
  return async (message) => {
    const { message: content } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${uuidv7()}.eml`), content as Buffer, { flag: "wx" });
  };
}
