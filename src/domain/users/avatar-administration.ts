import { lockActorAndTarget } from "../access/locks.js";
import { changeAvatar, removeAvatar, type PictureLock } from "../profile/avatars.js";
import type { ActorCall } from "../context.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";

/** Changes the picture of another account. @throws RowNotFound, ActionForbidden, ValidationFailed */
export async function changeAvatarOf(call: ActorCall, id: string, bytes: Buffer): Promise<void> {
  const { services, actor } = call;
  // checked before the costly conversion, and again under the lock
  assertPermitted(rightsOver(actor, await getVisibleUser(services.knex, actor, id)).profile);
  await changeAvatar(call, bytes, lockUser(id));
}

/** @throws RowNotFound, ActionForbidden */
export async function removeAvatarOf(call: ActorCall, id: string): Promise<void> {
  await removeAvatar(call, lockUser(id));
}

const lockUser =
  (id: string): PictureLock =>
  async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).profile);
    return target.account;
  };
