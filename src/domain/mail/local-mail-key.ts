import { randomBytes } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLoopback } from "../../config/addresses.js";
import type { Environment } from "../../config/env.js";
import { mailFolderOf } from "../../lib/mail/mailer.js";

const keys = new Map<string, string>();

/** The folder for mails in local development; null everywhere else. */
export function localMailFolderOf(env: Environment): string | null {
  return env.APP_ENV === "local" && isLoopback(env.APP_URL.hostname) ? mailFolderOf(env.MAIL_URL) : null;
}

/**
 * The key for `/dev/mail`. A loopback peer alone isn't enough, because behind a proxy every visitor is one. The key
 * is created on the first start, in a file that only its owner can read.
 */
export function localMailKey(folder: string): string {
  const file = join(dirname(folder), "dev-mail.key");
  const cached = keys.get(file);
  if (cached !== undefined) return cached;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const key = readLine(file);
  keys.set(file, key);
  return key;
}

/** The content of a file that isn't a link. Windows has no such flag. */
function readLine(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(descriptor, "utf8").trim();
  } finally {
    closeSync(descriptor);
  }
}

/** The link to the local mailbox; null when there is none. */
export function localMailLink(env: Environment): string | null {
  const folder = localMailFolderOf(env);
  return folder === null ? null : `${env.APP_URL.origin}/dev/mail?key=${localMailKey(folder)}`;
}
