import type { User } from "../../models/user.js";
import { getLockedAccount } from "../accounts/accounts.js";
import { recordActivity } from "../audit/record.js";
import { avatarPicture } from "./avatar-picture.js";
import { PictureFiles } from "../../lib/pictures/picture-files.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import type { Services } from "../services.js";

/** 128 random bits, so that the address can't be guessed from the account. */
export const AVATAR_NAME = /^[0-9a-f]{32}\.webp$/;

/** The files of the pictures of all accounts. */
export const avatarFiles = ({ config, log }: Services): PictureFiles =>
  new PictureFiles(config.env.AVATAR_DIR, AVATAR_NAME, "webp", log);

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
  call: ActorCall,
  bytes: Buffer,
  lock: PictureLock = lockOwnAccount,
): Promise<void> {
  const name = await avatarFiles(call.services).store(await avatarPicture(bytes));
  try {
    await replaceAvatar(call, lock, name);
  } catch (error) {
    await removeAvatarFile(call.services, name);
    throw error;
  }
}

export const removeAvatar = (call: ActorCall, lock: PictureLock = lockOwnAccount): Promise<void> =>
  replaceAvatar(call, lock, null);

async function replaceAvatar(call: ActorCall, lock: PictureLock, name: string | null): Promise<void> {
  const former = await inActorContext(call, (context) => writeAvatar(context, lock, name));
  await removeAvatarFile(call.services, former);
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

/** Deletes the old file after the commit; the change has succeeded whether or not that works. */
export const removeAvatarFile = (services: Services, name: string | null): Promise<void> =>
  avatarFiles(services).remove(name);

/** Deletes files without an account. @returns how many files */
export const removeOrphanedAvatars = (
  services: Services,
  budget = new MaintenanceBudget(),
): Promise<number> =>
  avatarFiles(services).removeOrphans(
    async (names) =>
      new Set((await services.knex("users").whereIn("avatar", names).pluck("avatar")) as string[]),
    budget,
  );
