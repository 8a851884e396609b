import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { SignedOut, ValidationFailed } from "../../lib/failures.js";
import { normalPassword } from "../../lib/passwords/passwords.js";
import { text } from "../../texts/translate.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { User } from "../../models/user.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { assertCurrentPassword, wrongCurrentPassword } from "./current-password.js";
import { queueNotice, passwordResetLink, type MailContext } from "../mail/notices.js";
import { inActorContext, type ActorCall } from "../context.js";
import { assertTokenActive } from "../access/locks.js";
import { confirmToken } from "../tokens/sign-in-tokens.js";
import { assertNewPassword } from "./password-policy.js";
import { listPersonalTokens } from "../tokens/personal-tokens.js";
import { closeOtherSessions } from "../sessions/own-sessions.js";
import { rotateSession, type Session } from "../sessions/sessions.js";

export interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/**
 * Changes the actor's own password: checks the current one, the policy, and that the new one differs. The session
 * continues under a new id. Other sessions, reset links, pending challenges and a pending email change end; tokens
 * don't.
 * @param session null for a token, in which case all sessions end and the token counts as recently confirmed
 * @returns null without a session, or when it has ended, in which case nothing changes
 * @throws ValidationFailed, ServiceBusy; SignedOut when the token has ended
 */
export async function changeOwnPassword(
  call: ActorCall,
  session: Session | null,
  change: PasswordChange,
): Promise<Session | null> {
  const { services, origin, actor } = call;
  const { knex, passwords } = services;
  const settings = call.settings ?? (await services.settings.read());
  const before = await User.query(knex).findById(actor.id);
  if (!before) throw new SignedOut();
  await assertCurrentPassword(call, change.current_password);
  await assertNewPassword(change.password, change.password_confirmation, settings);
  assertDifferent(change);
  const hash = await passwords.hash(change.password, origin.ip);
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const user = await lockAccount(trx, before.id);
    // of two changes at the same time the first wins: the second one's current password is outdated
    if (user?.password !== before.password) throw wrongCurrentPassword();
    await assertTokenActive(context);
    const rotated = session && (await rotateSession(trx, session, { confirmedAt: now() }));
    if (session && !rotated) return null;
    if (actor.tokenId !== null) await confirmToken(trx, actor.tokenId);
    await writeNewPassword(context, user, hash);
    const changes = { sessions_ended: await endOtherCredentials(trx, user.id, rotated?.publicId ?? null) };
    await recordOwnActivity(context, "password_changed", user.id, changes);
    return rotated;
  });
}

/**
 * Writes a password chosen by the account's owner and notifies them. A pending email change ends, because an intruder
 * may have started it, and its mail says "if it was not you, change your password".
 */
export async function writeNewPassword(context: MailContext, user: User, hash: string): Promise<void> {
  const { services, trx, settings } = context;
  await user.$query(trx).patch({ password: hash, pending_email: null });
  const notice = { kind: "password_changed", ...passwordResetLink(services, settings) } as const;
  await queueNotice(context, user, notice);
}

/** Otherwise the same password could be reused when it expires. @throws ValidationFailed */
function assertDifferent({ current_password, password }: PasswordChange): void {
  if (normalPassword(password) === normalPassword(current_password))
    throw new ValidationFailed({ password: [text("validation.password.same")] });
}

/** Ends reset links, pending sign-ins and other sessions. @returns how many sessions were ended */
export async function endOtherCredentials(
  trx: Knex.Transaction,
  userId: string,
  sessionId: string | null,
): Promise<number> {
  for (const table of ["password_resets", "two_factor_challenges"])
    await trx(table).where({ user_id: userId }).del();
  return closeOtherSessions(trx, userId, sessionId);
}

/** The account's active personal access tokens, latest first. */
export async function activePersonalTokens(knex: Knex, userId: string): Promise<PersonalAccessToken[]> {
  const time = now();
  return (await listPersonalTokens(knex, userId)).filter(({ expires_at }) => expires_at > time);
}

/** Revokes the actor's tokens, except the one of this request, if any. @returns how many were revoked */
export async function revokeOwnTokens(call: ActorCall): Promise<number> {
  return inActorContext(call, async (context) => {
    const { trx, actor } = context;
    const userId = actor.id;
    await lockAccount(trx, userId);
    const others = PersonalAccessToken.query(trx).where({ user_id: userId }).whereNull("revoked_at");
    if (actor.tokenId !== null) others.whereNot({ id: actor.tokenId });
    const revoked = await others.patch({ revoked_at: now() });
    if (revoked > 0) await recordOwnActivity(context, "tokens_revoked", userId, { revoked });
    return revoked;
  });
}
