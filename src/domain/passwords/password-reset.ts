import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { DAY, MINUTE, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { User } from "../../models/user.js";
import { sha256 } from "../../lib/secrets.js";
import { ACTIVE } from "../accounts/account-status.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordEvent } from "../audit/record-events.js";
import { recordOwnActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { mailOnRequest } from "../mail/mail-pacing.js";
import { queueNotice, type MailContext } from "../mail/notices.js";
import { inContext, type Context, type DomainCall } from "../context.js";
import { writeNewPassword } from "./own-password.js";
import {
  arePasskeysSecondFactor,
  otherWaysIn,
  removeEverythingButPassword,
  removeOtherWaysIn,
  type OtherWaysIn,
} from "./other-ways-in.js";
import { assertNewPassword } from "./password-policy.js";
import { revokeAccess } from "../credentials/revoke-user-access.js";

const LIFETIME = 60 * MINUTE;
const INVITATION_LIFETIME = 7 * DAY;

/** The link is unknown, used or expired; the answer doesn't say which. */
export class ResetLinkInvalid extends ActionForbidden {
  constructor() {
    super(text("reset.invalid.intro"));
  }
}

export interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

/** An account after a reset, with what signs in besides the new password. */
export interface ResetAccount extends OtherWaysIn {
  userId: string;
  changedAt: number;
  /** Whether these can be removed without signing in. */
  canRemove: boolean;
}

/**
 * Removes what a reset left, for the owner who has just reset the password.
 * @throws ResetLinkInvalid when the password was changed again, or the account isn't active
 */
export async function removeWhatResetLeft(
  call: DomainCall,
  { userId, changedAt }: Pick<ResetAccount, "userId" | "changedAt">,
): Promise<void> {
  await inContext(call, async (context) => {
    const user = await lockAccount(context.trx, userId);
    const isSame = user?.status === ACTIVE && user.password_changed_at === changedAt;
    if (!isSame || arePasskeysSecondFactor(user, context.settings)) throw new ResetLinkInvalid();
    await removeOtherWaysIn(context, user);
  });
}

/** Queues a mail with a link if an active account has this address. @throws ServiceBusy */
export async function requestPasswordReset(call: DomainCall, email: string): Promise<void> {
  await mailOnRequest(call, "reset_password", email, queueResetLink);
}

/** Queues a mail with a link to choose a new password. */
export async function queueResetLink(
  context: MailContext & { trx: Knex.Transaction },
  user: User,
): Promise<void> {
  const expiresAt = now() + LIFETIME;
  const token = await issueResetToken(context.trx, user.id, { expiresAt, isInvitation: false });
  const url = linkTo(context.services, "password.reset", { token });
  await queueNotice(context, user, { kind: "reset_password", url, expiresAt });
}

/**
 * Queues a mail with a link that lets the owner of an account without a password choose the first one. It replaces
 * an earlier invitation.
 */
export async function sendInvitation(
  context: MailContext & { trx: Knex.Transaction },
  user: User,
): Promise<void> {
  const { trx, services } = context;
  const expiresAt = now() + INVITATION_LIFETIME;
  await trx("password_resets").where({ user_id: user.id, is_invitation: true }).del();
  const token = await issueResetToken(trx, user.id, { expiresAt, isInvitation: true });
  const url = linkTo(services, "password.reset", { token });
  await queueNotice(context, user, { kind: "invitation", url, expiresAt });
}

/** @returns the plaintext token, 256 random bits; only its hash is stored */
async function issueResetToken(
  trx: Knex.Transaction,
  userId: string,
  { expiresAt, isInvitation }: { expiresAt: number; isInvitation: boolean },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await trx("password_resets").insert({
    token_hash: sha256(token),
    user_id: userId,
    is_invitation: isInvitation,
    expires_at: expiresAt,
    created_at: now(),
  });
  return token;
}

export interface ResetLink {
  userId: string;
  /** Whether it invites the owner to choose the first password. It works while resets are turned off, too. */
  isInvitation: boolean;
}

/** The link, if it is active. */
export async function findResetLink(knex: Knex, token: string): Promise<ResetLink | null> {
  const row = (await activeLink(knex, token).first("user_id", "is_invitation")) as
    { user_id: string; is_invitation: number | boolean } | undefined;
  return row ? { userId: row.user_id, isInvitation: Boolean(row.is_invitation) } : null;
}

/** @throws ResetLinkInvalid */
export async function getResetLink(knex: Knex, token: string): Promise<ResetLink> {
  const link = await findResetLink(knex, token);
  if (!link) throw new ResetLinkInvalid();
  return link;
}

const activeLink = (knex: Knex, token: string) =>
  knex("password_resets")
    .where({ token_hash: sha256(token) })
    .where("expires_at", ">", now());

/**
 * Sets the password, once per link, and ends all sessions, tokens, challenges, other links and a pending email
 * change. It doesn't sign the user in. If it is the first proof that the owner of the address has the account, it
 * verifies the address and removes what was added before: whoever registered the address may have kept a passkey, a
 * linked provider or a second factor. Otherwise these stay as they are.
 * @returns what still signs in
 * @throws ResetLinkInvalid; ValidationFailed on the password, after which the link still works; ServiceBusy
 */
export async function resetPassword(
  call: DomainCall,
  { token, password, password_confirmation }: NewPassword,
): Promise<ResetAccount> {
  const { services, origin } = call;
  const settings = call.settings ?? (await services.settings.read());
  const { userId } = await getResetLink(services.knex, token);
  await assertNewPassword(password, password_confirmation, settings);
  const hash = await services.passwords.hash(password, origin.ip);
  return inContext({ services, origin, settings }, async (context) => {
    const { trx } = context;
    const account = await claimResetLink(trx, userId, token);
    const { isInvited } = account;
    if (isInvited) await writeFirstPassword(context, account, hash);
    else await writeNewPassword(context, account, hash);
    if (account.email_verified_at === null) await removeEverythingButPassword(context, account);
    await markAddressVerified(context, account);
    const changes = { revoked: await revokeAccess(trx, userId) };
    await recordOwnActivity(context, "password_reset", userId, changes);
    if (isInvited) await recordEvent(trx, "invitation.accepted", userId, { actorId: userId, origin });
    const left = await otherWaysIn(trx, userId);
    const canRemove = !arePasskeysSecondFactor(account, settings);
    return { ...left, canRemove, userId, changedAt: account.password_changed_at! };
  });
}

/**
 * Locks the account of the link and uses the link up, in one conditional delete that only one of several parallel
 * requests wins.
 * @throws ResetLinkInvalid, also when the account isn't active
 */
export async function claimResetLink(trx: Knex.Transaction, userId: string, token: string): Promise<User> {
  const account = await lockAccount(trx, userId);
  const won = await activeLink(trx, token).del();
  if (won !== 1 || account?.status !== ACTIVE) throw new ResetLinkInvalid();
  return account;
}

/**
 * For an invited account, by its invitation or by a reset link. A notice that the password has changed would be
 * confusing.
 */
async function writeFirstPassword({ trx }: Context, user: User, hash: string): Promise<void> {
  await user.$query(trx).patch({ password: hash, pending_email: null });
}

/** The link was sent to the address of the account, so its owner reads it. */
export async function markAddressVerified(context: Context, user: User): Promise<void> {
  if (user.email_verified_at !== null) return;
  await user.$query(context.trx).patch({ email_verified_at: now() });
  await recordOwnActivity(context, "email_verified", user.id);
}
