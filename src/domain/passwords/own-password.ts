import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { User } from "../../models/user.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { assertCurrentPassword, wrongCurrentPassword } from "./current-password.js";
import { queueNotice, recoveryLink } from "../mail/notices.js";
import type { Origin } from "../audit/origin.js";
import { assertNewPassword } from "./password-policy.js";
import { listPersonalTokens } from "../tokens/personal-tokens.js";
import type { Services } from "../services.js";
import { closeOtherSessions, rotateSession, type Session } from "../sessions/sessions.js";
import type { SettingsSnapshot } from "../settings/settings.js";

export interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/**
 * Somebody gives their own account another password: current one → policy → another than before. The session goes on
 * under another id; the account's other sessions, its reset links, pending challenges and an email change under way end,
 * its tokens do not.
 * @returns null when the session was ended meanwhile; nothing is changed then
 * @throws ValidationFailed, ServiceBusy
 */
export async function changeOwnPassword(
  services: Services,
  settings: SettingsSnapshot,
  session: Session,
  change: PasswordChange,
  origin: Origin,
): Promise<Session | null> {
  const { knex, passwords } = services;
  const before = await User.query(knex).findById(session.userId).throwIfNotFound();
  await assertCurrentPassword(services, before.id, change.current_password, origin);
  await assertNewPassword(change.password, change.password_confirmation, settings);
  assertDifferent(change);
  const hash = await passwords.hash(change.password, origin.ip);
  return inTransaction(knex, async (trx) => {
    const user = await lockAccount(trx, before.id);
    // of two changes at once the first wins: what the second gave as current is so no more
    if (user?.password !== before.password) throw wrongCurrentPassword();
    const rotated = await rotateSession(trx, session, { confirmedAt: now() });
    if (!rotated) return null;
    await writeNewPassword(services, trx, settings, user, hash);
    const changes = { sessions_ended: await endWhatThePasswordOpened(trx, rotated) };
    await recordOwnActivity(trx, "password_changed", user.id, origin, changes);
    return rotated;
  });
}

/**
 * Writes a password that the owner of the account chose, and tells them. An email change under way ends: whoever had
 * the account may have begun it, and the mail about it says "if it was not you, change your password".
 */
export async function writeNewPassword(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  hash: string,
): Promise<void> {
  await user.$query(trx).patch({ password: hash, pending_email: null });
  const notice = { kind: "password_changed", ...recoveryLink(services, settings) } as const;
  await queueNotice(services, trx, settings, user, notice);
}

/** Else the same password would be fresh again when it expires. @throws ValidationFailed */
function assertDifferent({ current_password, password }: PasswordChange): void {
  if (password.normalize("NFC") === current_password.normalize("NFC"))
    throw new ValidationFailed({ password: [text("validation.password.same")] });
}

/** @returns how many other sessions were ended */
async function endWhatThePasswordOpened(trx: Knex.Transaction, session: Session): Promise<number> {
  for (const table of ["password_resets", "two_factor_challenges"])
    await trx(table).where({ user_id: session.userId }).del();
  return closeOtherSessions(trx, session.userId, session.publicId);
}

/** The account's personal access tokens that still work, the latest first. */
export async function livingTokensOf(knex: Knex, userId: string): Promise<PersonalAccessToken[]> {
  const time = now();
  return (await listPersonalTokens(knex, userId)).filter(({ expires_at }) => expires_at > time);
}

/** @returns how many were revoked */
export async function revokeOwnTokens({ knex }: Services, userId: string, origin: Origin): Promise<number> {
  return inTransaction(knex, async (trx) => {
    await lockAccount(trx, userId);
    const revoked = await PersonalAccessToken.query(trx)
      .where({ user_id: userId })
      .whereNull("revoked_at")
      .patch({ revoked_at: now() });
    if (revoked > 0) await recordOwnActivity(trx, "tokens_revoked", userId, origin, { revoked });
    return revoked;
  });
}
