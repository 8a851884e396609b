import { now } from "../../lib/clock.js";
import { SignedOut, ValidationFailed } from "../../lib/failures.js";
import { Passkey } from "../../models/passkey.js";
import { text, type MessageKey } from "../../texts/translate.js";
import { lockActiveActor } from "../access/locks.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import { passwordResetLink, queueNotice } from "../mail/notices.js";
import { rotateSession, type Session } from "../sessions/sessions.js";
import { endOtherCredentials } from "./own-password.js";

/**
 * Removes the actor's password, so that only passkeys sign in. One of them must be synced, so that a lost device doesn't
 * lock the owner out. Other sessions, reset links and pending sign-ins end, as with a new password.
 * @param session null for a token, in which case all sessions end
 * @returns the session under its new id; null without one, or when it has ended
 * @throws ValidationFailed on `password` without a synced passkey or a password; ActionForbidden, SignedOut
 */
export async function removePassword(call: ActorCall, session: Session | null): Promise<Session | null> {
  return inActorContext(call, async (context) => {
    const { trx, services, settings } = context;
    const user = await lockActiveActor(context);
    if (user.password === null) throw rejected("own_password.already_none");
    if (!settings.get("auth.passkeys") || !(await hasSyncedPasskey(context)))
      throw rejected("own_password.needs_synced");
    const rotated = session && (await rotateSession(trx, session, { confirmedAt: now() }));
    if (session && !rotated) throw new SignedOut();
    await user.$query(trx).patch({ password: null, password_must_change: false });
    const ended = await endOtherCredentials(trx, user.id, rotated?.publicId ?? null);
    await recordOwnActivity(context, "password_removed", user.id, { sessions_ended: ended });
    await queueNotice(context, user, { kind: "password_removed", ...passwordResetLink(services, settings) });
    return rotated;
  });
}

async function hasSyncedPasskey({ trx, actor }: ActorContext): Promise<boolean> {
  const synced = await Passkey.query(trx).findOne({ user_id: actor.id, is_backed_up: true }).select("id");
  return synced !== undefined;
}

const rejected = (key: MessageKey): ValidationFailed => new ValidationFailed({ password: [text(key)] });
