import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { DAY, now } from "../../lib/clock.js";
import type { User } from "../../models/user.js";
import { getLockedAccount } from "../accounts/accounts.js";
import { recordActivity } from "../audit/record.js";
import { avatarPicture } from "./avatar-picture.js";
import { Round } from "../../lib/round.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";

/** 128 random bits: the address of a picture cannot be guessed from the account. */
export const AVATAR_NAME = /^[0-9a-f]{32}\.webp$/;

const fileOf = ({ config }: Services, name: string): string => join(resolve(config.env.AVATAR_DIR), name);

/** Locks the account whose picture changes, and says who changes it. */
export type PictureLock = (trx: Knex.Transaction) => Promise<{ account: User; actorId: string }>;

const ofOneself =
  (userId: string): PictureLock =>
  async (trx) => ({ account: await getLockedAccount(trx, userId), actorId: userId });

/**
 * Gives an account another picture: new file → row → the old file goes. Whatever fails before the row is written
 * leaves the old picture.
 * @param lock refuses who may not; by default everybody changes their own
 * @throws ValidationFailed on `avatar`
 */
export async function changeAvatar(
  services: Services,
  userId: string,
  bytes: Buffer,
  origin: Origin,
  lock: PictureLock = ofOneself(userId),
): Promise<void> {
  const name = await storePicture(services, await avatarPicture(bytes));
  try {
    await replaceAvatar(services, lock, name, origin);
  } catch (error) {
    await removeAvatarFile(services, name);
    throw error;
  }
}

export async function removeAvatar(
  services: Services,
  userId: string,
  origin: Origin,
  lock: PictureLock = ofOneself(userId),
): Promise<void> {
  await replaceAvatar(services, lock, null, origin);
}

async function replaceAvatar(
  services: Services,
  lock: PictureLock,
  name: string | null,
  origin: Origin,
): Promise<void> {
  const former = await inTransaction(services.knex, (trx) => writeAvatar(trx, lock, name, origin));
  await removeAvatarFile(services, former);
}

/** @returns the name of the picture that was there */
async function writeAvatar(
  trx: Knex.Transaction,
  lock: PictureLock,
  name: string | null,
  origin: Origin,
): Promise<string | null> {
  const { account, actorId } = await lock(trx);
  const former = account.avatar;
  if (former === name) return null;
  await account.$query(trx).patch({ avatar: name });
  const event = name === null ? "avatar_removed" : "avatar_changed";
  await recordActivity(trx, { event, actorId, subject: { type: "user", id: account.id } }, origin);
  return former;
}

/** A reader never meets half a file: it gets its name when it is whole. @returns the name */
async function storePicture(services: Services, picture: Buffer): Promise<string> {
  const name = `${randomBytes(16).toString("hex")}.webp`;
  const file = fileOf(services, name);
  await mkdir(services.config.env.AVATAR_DIR, { recursive: true });
  try {
    await writeFile(`${file}.part`, picture, { flag: "wx", flush: true });
    await rename(`${file}.part`, file);
  } catch (error) {
    await rm(`${file}.part`, { force: true });
    throw error;
  }
  return name;
}

/** After the row is written: a file that stays is found by the prune command, and must not make a failure of a success. */
export async function removeAvatarFile(services: Services, name: string | null): Promise<void> {
  if (name === null || !AVATAR_NAME.test(name)) return;
  await rm(fileOf(services, name), { force: true }).catch((error: unknown) => {
    services.log.warn({ err: error }, "the file of an avatar was not removed");
  });
}

/** Files that are asked about in one query. */
const BATCH = 500;

/** Removes what no account shows: a process may end between file and row. @returns how many files */
export async function removeOrphanedAvatars(services: Services, round = new Round()): Promise<number> {
  const files = (await readdir(services.config.env.AVATAR_DIR).catch(() => [])).filter(isAvatarFile);
  let removed = 0;
  for (let start = 0; start < files.length && !round.isOver; start += BATCH) {
    for (const file of await withoutAccount(services, files.slice(start, start + BATCH)))
      if (await removeOld(fileOf(services, file))) removed++;
    await round.pause();
  }
  return removed;
}

const isAvatarFile = (file: string): boolean => AVATAR_NAME.test(file.replace(/\.part$/, ""));

/** Those that no account shows; half a file is never shown. */
async function withoutAccount({ knex }: Services, files: string[]): Promise<string[]> {
  const shown = new Set((await knex("users").whereIn("avatar", files).pluck("avatar")) as string[]);
  return files.filter((file) => !shown.has(file));
}

async function removeOld(file: string): Promise<boolean> {
  if (!(await isOld(file))) return false;
  await rm(file, { force: true });
  return true;
}

/** An upload under way has no row yet. */
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now() - found.mtimeMs > DAY;
}
