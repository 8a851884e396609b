import type { Knex } from "knex";
import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { Passkey } from "../../models/passkey.js";
import { hasSecondFactor } from "../../models/two-factor-requirement.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { lockActiveActor } from "../access/locks.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { enabledFactors, isTwoFactorRequired } from "../requirements/two-factor-requirement.js";
import { passkeyName } from "./names.js";
import { endPasskey, findPasskeyOf } from "./removal.js";

/** The passkeys of an account, oldest first. */
export const listPasskeys = async (knex: Knex, userId: string): Promise<Passkey[]> =>
  Passkey.query(knex).where({ user_id: userId }).orderBy(["created_at", "id"]);

/** Renames a passkey of the actor. @throws ValidationFailed on `name`; RowNotFound, ActionForbidden */
export async function renamePasskey(call: ActorCall, id: string, typed: string): Promise<Passkey> {
  const name = passkeyName(typed);
  if (name === null) throw new ValidationFailed({ name: [text("validation.required")] });
  return inActorContext(call, async (context) => {
    await lockActiveActor(context);
    const passkey = await findPasskeyOf(context, context.actor.id, id);
    if (passkey.name === name) return passkey;
    const changes = { before: { name: passkey.name }, after: { name } };
    await recordOwnActivity(context, "passkey_renamed", context.actor.id, changes);
    return passkey.$query(context.trx).patchAndFetch({ name });
  });
}

/**
 * Removes a passkey of the actor.
 * @throws ActionForbidden when the account must keep a second factor; ValidationFailed on `passkey` for the last way to
 * sign in; RowNotFound
 */
export async function removePasskey(call: ActorCall, id: string): Promise<void> {
  await inActorContext(call, async (context) => {
    const user = await lockActiveActor(context);
    const passkey = await findPasskeyOf(context, context.actor.id, id);
    assertStaysProtected(context, user);
    await endPasskey(context, user, passkey);
    const forEvents = { data: { passkey: passkey.shown } };
    await recordOwnActivity(context, "passkey_removed", user.id, { passkey: passkey.name }, forEvents);
    const url = linkTo(context.services, "security");
    await queueNotice(context, user, { kind: "passkey_removed", values: { passkey: passkey.name }, url });
  });
}

/** @throws ActionForbidden when the account must have a second factor, and this is its last one */
function assertStaysProtected({ actor, settings }: ActorContext, user: User): void {
  const enabled = enabledFactors(settings);
  const after = { ...user, passkey_count: user.passkey_count - 1 };
  if (
    hasSecondFactor(user, enabled) &&
    !hasSecondFactor(after, enabled) &&
    isTwoFactorRequired(actor, settings)
  )
    throw new ActionForbidden(text("two_factor.required.kept"));
}
