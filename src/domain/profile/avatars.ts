import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DAY, now } from "../../lib/clock.js";
import type { User } from "../../models/user.js";
import { getLockedAccount } from "../accounts/accounts.js";
import { recordActivity } from "../audit/record.js";
import { avatarPicture } from "./avatar-picture.js";
import { Round } from "../../lib/round.js";
import { inActorContext, type ActorContext, type Caller } from "../context.js";
import type { Services } from "../services.js";

/** 128 random bits, so that the address can't be guessed from the account. */
export const AVATAR_NAME = /^[0-9a-f]{32}\.webp$/;

const fileOf = ({ config }: Services, name: string): string => join(resolve(config.env.AVATAR_DIR), name);

/** Locks the account whose picture changes. */
export type PictureLock = (context: ActorContext) => Promise<User>;

const lockOwnAccount: PictureLock = ({ trx, actor }) => getLockedAccount(trx, actor.id);

/**
 * Replaces the picture of an account: stores the new file, updates the row, then deletes the old file. A failure
 * before the update keeps the old picture.
 * @param lock of the account; by default the actor's own
 * @throws ValidationFailed on `avatar`
 */
export async function changeAvatar(
  caller: Caller,
  bytes: Buffer,
  lock: PictureLock = lockOwnAccount,
): Promise<void> {
  const name = await storePicture(caller.services, await avatarPicture(bytes));
  try {
    await replaceAvatar(caller, lock, name);
  } catch (error) {
    await removeAvatarFile(caller.services, name);
    throw error;
  }
}

export const removeAvatar = (caller: Caller, lock: PictureLock = lockOwnAccount): Promise<void> =>
  replaceAvatar(caller, lock, null);

async function replaceAvatar(caller: Caller, lock: PictureLock, name: string | null): Promise<void> {
  const former = await inActorContext(caller, (context) => writeAvatar(context, lock, name));
  await removeAvatarFile(caller.services, former);
}

/** @returns the name of the previous picture */
async function writeAvatar(
  context: ActorContext,
  lock: PictureLock,
  name: string | null,
): Promise<string | null> {
  const { trx, actor, origin } = context;
  const account = await lock(context);
  const former = account.avatar;
  if (former === name) return null;
  await account.$query(trx).patch({ avatar: name });
  const event = name === null ? "avatar_removed" : "avatar_changed";
  await recordActivity(trx, { event, actorId: actor.id, subject: { type: "user", id: account.id } }, origin);
  return former;
}

/** Renames the file when it is complete, so that a reader never sees half of it. @returns the name */
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

/**
 * Deletes the old file after the commit. Errors are only logged: the change has succeeded, and the prune command
 * deletes leftover files.
 */
export async function removeAvatarFile(services: Services, name: string | null): Promise<void> {
  if (name === null || !AVATAR_NAME.test(name)) return;
  await rm(fileOf(services, name), { force: true }).catch((error: unknown) => {
    services.log.warn({ err: error }, "could not delete the file of an avatar");
  });
}

/** The number of files per query. */
const BATCH = 500;

/**
 * Deletes files without an account, which are left when a process ends between storing the file and updating the row.
 * @returns how many files
 */
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

/** The files that no account uses, including incomplete ones. */
async function withoutAccount({ knex }: Services, files: string[]): Promise<string[]> {
  const shown = new Set((await knex("users").whereIn("avatar", files).pluck("avatar")) as string[]);
  return files.filter((file) => !shown.has(file));
}

async function removeOld(file: string): Promise<boolean> {
  if (!(await isOld(file))) return false;
  await rm(file, { force: true });
  return true;
}

/** A recent file can belong to an upload whose row isn't updated yet. */
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && now() - found.mtimeMs > DAY;
}
