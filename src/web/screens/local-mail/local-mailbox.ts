import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { localMailFolderOf } from "../../../domain/mail/local-mail-key.js";
import { readPlainFile } from "../../../lib/plain-file.js";
import type { WebCall } from "../../server/call.js";

export const SHOWN = 50;

/** A mail in the folder of MAIL_URL. */
export interface LocalMail {
  id: string;
  to: string;
  subject: string;
  /** From the mail's header. */
  date: string | undefined;
  text: string;
  /** Null for a mail without HTML. */
  html: string | null;
}

/**
 * The folder of mails that aren't sent. Only for a user on this machine, because mails contain links that give access
 * to accounts.
 * @returns null where there is no such mailbox
 */
export function localMailFolder({ services, isLocalPeer }: WebCall): string | null {
  return isLocalPeer ? localMailFolderOf(services.config.env) : null;
}

/** The file names, latest first; they begin with the time. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith(".eml"))
      .map(({ name }) => name)
      .sort((one, other) => (one < other ? 1 : -1));
  } catch (error) {
    // the folder is created with the first mail
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The latest mails, and whether there are more. */
export async function listLocalMails(folder: string): Promise<{ mails: LocalMail[]; more: boolean }> {
  const names = await namesIn(folder);
  const mails = await Promise.all(names.slice(0, SHOWN).map((name) => readLocalMail(folder, name)));
  return { mails, more: names.length > SHOWN };
}

/** The file with this id. It is found by comparison, so that an id from an address never becomes part of a path. */
export const findLocalMail = async (folder: string, id: string): Promise<string | undefined> =>
  (await namesIn(folder)).find((name) => idOf(name) === id);

export async function readLocalMail(folder: string, name: string): Promise<LocalMail> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(await readLocalFile(folder, name));
  return {
    id: idOf(name),
    to: (mail.to ?? []).map(addressOf).join(", "),
    subject: mail.subject ?? "",
    date: mail.date,
    text: mail.text ?? "",
    html: mail.html ?? null,
  };
}

export const readLocalFile = (folder: string, name: string): Promise<Buffer> =>
  readPlainFile(join(folder, name));

const idOf = (name: string): string => name.slice(0, -".eml".length);
const addressOf = ({ address, name }: NonNullable<Email["to"]>[number]): string => address || name;
