import type { Administrator } from "../access/actor.js";
import { validate as isUuid } from "uuid";
import { RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { Passkey } from "../../models/passkey.js";
import { hasUsableIdentity } from "../../models/user-identity.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { lockActorAndTarget } from "../access/locks.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall, type ReadCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";

/**
 * Deletes the passkey, and the recovery codes with the last second factor. The caller holds the account's lock.
 * @throws ValidationFailed on `passkey` when the account couldn't be signed in to any more
 */
export async function endPasskey(
  { trx }: ActorContext<Administrator>,
  user: User,
  passkey: Passkey,
): Promise<void> {
  const left = user.passkey_count - 1;
  if (left === 0 && user.password === null && !(await hasUsableIdentity(trx, user.id)))
    throw new ValidationFailed({ passkey: [text("passkey.last_way_in")] });
  await passkey.$query(trx).delete();
  const codes = left === 0 && !user.hasTwoFactor ? { two_factor_recovery_codes: null } : {};
  await user.$query(trx).patch({ passkey_count: left, ...codes });
}

/** @throws RowNotFound when the account has no such passkey */
export async function findPasskeyOf(
  { trx }: ActorContext<Administrator>,
  userId: string,
  id: string,
): Promise<Passkey> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  const passkey = isUuid(id) ? await Passkey.query(trx).findById(id) : undefined;
  if (passkey?.user_id !== userId) throw new RowNotFound();
  return passkey;
}

/** The passkeys of an account, oldest first. @throws RowNotFound when the actor can't see it */
export async function listPasskeysOf(
  { services, actor }: ReadCall<Administrator>,
  id: string,
): Promise<Passkey[]> {
  await getVisibleUser(services.knex, actor, id);
  return Passkey.query(services.knex).where({ user_id: id }).orderBy(["created_at", "id"]);
}

/**
 * Removes a passkey of another account, whose owner is notified by mail. It needs the right to turn off the second factor.
 * @throws RowNotFound, ActionForbidden; ValidationFailed on `passkey` for the last way to sign in
 */
export async function removePasskeyOf(
  call: ActorCall<Administrator>,
  id: string,
  passkeyId: string,
): Promise<void> {
  await inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).twoFactor);
    const passkey = await findPasskeyOf(context, id, passkeyId);
    const { account } = target;
    await endPasskey(context, account, passkey);
    const changes = { passkey: passkey.name };
    const forEvents = { data: { passkey: passkey.shown } };
    await recordActorActivity(context, "passkey_removed", { type: "user", id }, changes, forEvents);
    const url = linkTo(context.services, "security");
    const notice = { kind: "passkey_removed_by_administrator", values: changes, url } as const;
    await queueNotice(context, account, notice);
  });
}
