import { lockForActing } from "../access/locking.js";
import type { Actor } from "../access/actor.js";
import { changeAvatar, removeAvatar, type PictureLock } from "../profile/avatars.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";
import { demand, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";

/** Gives an account that the actor may change another picture. @throws RowNotFound, ActionForbidden, ValidationFailed */
export async function changeAvatarOf(
  services: Services,
  actor: Actor,
  id: string,
  bytes: Buffer,
  origin: Origin,
): Promise<void> {
  // asked before the costly picture is made, and again under the lock
  demand(rightsOver(actor, await getVisibleUser(services.knex, actor, id)).profile);
  await changeAvatar(services, id, bytes, origin, forActing(services, actor, id));
}

/** @throws RowNotFound, ActionForbidden */
export async function removeAvatarOf(
  services: Services,
  actor: Actor,
  id: string,
  origin: Origin,
): Promise<void> {
  await removeAvatar(services, id, origin, forActing(services, actor, id));
}

const forActing =
  (services: Services, asked: Actor, id: string): PictureLock =>
  async (trx) => {
    const acting = await lockForActing(services, trx, asked, id);
    demand(rightsOver(acting.actor, acting).profile);
    return { account: acting.account, actorId: asked.id };
  };
