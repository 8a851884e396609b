import { HOUR, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { sha256 } from "../../lib/secrets.js";
import { Signer } from "../../lib/signatures.js";
import { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { claimingEmail, findAccountByEmail, lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { joinByDomain } from "../organisations/joining-by-domain.js";
import { linkedPath, linkTo } from "../mail/links.js";
import { mailOnRequest } from "../mail/mail-pacing.js";
import { queueNotice, type MailContext } from "../mail/notices.js";
import { inContext, type ActorCall, type Context, type DomainCall } from "../context.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

const LIFETIME = HOUR;

/** The parts of a verification link, as received. */
export interface VerificationLink {
  id: string;
  /** SHA-256 of the address and its version, in hex. */
  hash: string;
  /** Milliseconds since the epoch. */
  expires: string;
  signature: string;
}

/** The address that a link verifies, with the account's current state. */
export interface ProvenAddress {
  userId: string;
  email: string;
  /** `current` is unverified, `pending` will replace the current one, `verified` needs nothing. */
  state: "current" | "pending" | "verified";
}

/** The link is forged, altered or expired, or its address isn't the account's any more. */
export class VerificationLinkInvalid extends ActionForbidden {
  constructor() {
    super(text("verify.invalid"));
  }
}

/** A signed, expiring link that verifies one address of one account. Built from APP_URL only. */
export function verificationUrl(
  services: Services,
  account: Pick<User, "id" | "email" | "email_version">,
  expiresAt: number,
): string {
  const signed = signedPart(account.id, hashOf(account.email, account), String(expiresAt));
  const url = new URL(signed, services.config.env.APP_URL);
  url.searchParams.set("signature", signerOf(services).signature(signed));
  return url.href;
}

const signedPart = (id: string, hash: string, expires: string): string =>
  `${linkedPath("verification.verify", { id, hash })}?expires=${expires}`;
const signerOf = (services: Services): Signer => new Signer(services.encryption, "signed-url");

/**
 * Binds a link to the address and to `email_version`, which counts address changes and requests for one: an account
 * that returns to an earlier address doesn't make earlier links valid again. Other edits don't invalidate links.
 * Accounts that never changed their address use the older form, by the address alone.
 */
const hashOf = (email: string, { email_version: version }: Pick<User, "email_version">): string =>
  sha256(version === 0 ? email : `${email} ${version}`).toString("hex");

/**
 * Queues the verification mail in the caller's transaction.
 * @param email the address to verify and the recipient: the account's own or the pending one
 */
export async function sendVerificationMail(
  context: MailContext,
  user: User,
  email = user.email,
): Promise<void> {
  const expiresAt = now() + LIFETIME;
  const url = verificationUrl(
    context.services,
    { id: user.id, email, email_version: user.email_version },
    expiresAt,
  );
  await queueNotice(context, user, { kind: "verify_email", url, expiresAt, to: email });
}

/**
 * Queues the mail to the pending address. If another account has it, that account is notified instead, and the user
 * sees no difference.
 */
export async function sendPendingVerification(
  context: MailContext,
  user: User,
  email: string,
): Promise<void> {
  const holder = await findAccountByEmail(context.trx, email);
  if (!holder || holder.id === user.id) return sendVerificationMail(context, user, email);
  const url = linkTo(context.services, "login");
  await queueNotice(context, holder, { kind: "email_taken", url });
}

/** Whether the account must verify its address before it can sign in. */
export const isVerificationOutstanding = (
  account: { email_verified_at: number | null },
  settings: SettingsSnapshot,
): boolean => settings.get("auth.email_verification") && account.email_verified_at === null;

/** Sends the mail again if the account is unverified: to the pending address, if its owner has asked for another one. */
export async function resendVerification(call: ActorCall): Promise<void> {
  await inContext(call, async (context) => {
    const user = await lockAccount(context.trx, call.actor.id);
    if (user?.status !== ACTIVE || user.email_verified_at !== null) return;
    if (user.pending_email === null) await sendVerificationMail(context, user);
    else await sendPendingVerification(context, user, user.pending_email);
  });
}

/** Sends the mail again for a visitor. @throws ServiceBusy */
export async function requestVerification(call: DomainCall, email: string): Promise<void> {
  await mailOnRequest(call, "verify_email", email, async (context, user) => {
    if (user.email_verified_at === null) await sendVerificationMail(context, user);
  });
}

/** Reads what the link verifies, without verifying it. @throws VerificationLinkInvalid */
export async function readVerificationLink(
  services: Services,
  link: VerificationLink,
): Promise<ProvenAddress> {
  assertGenuine(services, link);
  const user = await User.query(services.knex).findById(link.id).whereNull("deleted_at");
  return provenBy(link, user);
}

/** Checks the signature first, so that nothing else of a forged link is used. */
function assertGenuine(services: Services, { id, hash, expires, signature }: VerificationLink): void {
  const genuine = signerOf(services).matches(signedPart(id, hash, expires), signature);
  if (!genuine || Number(expires) <= now()) throw new VerificationLinkInvalid();
}

function provenBy({ hash }: VerificationLink, user: User | undefined): ProvenAddress {
  if (!user) throw new VerificationLinkInvalid();
  const { id: userId, email, pending_email: pending, status } = user;
  if (hash === hashOf(email, user))
    return { userId, email, state: user.email_verified_at === null ? "current" : "verified" };
  // a ban also ends verifications that began before it
  if (pending === null || hash !== hashOf(pending, user) || status !== ACTIVE)
    throw new VerificationLinkInvalid();
  return { userId, email: pending, state: "pending" };
}

/**
 * Verifies the account's address, or replaces it with the pending one. Signs nobody in; a second use changes nothing.
 * @returns what was verified, as it was before
 * @throws VerificationLinkInvalid; ValidationFailed on `email` when another account has taken the pending address
 */
export async function verifyAddress(call: DomainCall, link: VerificationLink): Promise<ProvenAddress> {
  assertGenuine(call.services, link);
  return inContext(call, async (context) => {
    const user = await lockAccount(context.trx, link.id);
    const proven = provenBy(link, user);
    if (proven.state === "current") await markVerified(context, user!);
    if (proven.state === "pending") await changeAddress(context, user!, proven.email);
    if (proven.state !== "verified" && user!.status === ACTIVE) await joinByDomain(context, user!);
    return proven;
  });
}

async function markVerified(context: Context, user: User): Promise<void> {
  await user.$query(context.trx).patch({ email_verified_at: now() });
  await recordOwnActivity(context, "email_verified", user.id);
}

/** Deletes reset links, which were sent to the previous address. */
async function changeAddress(context: Context, user: User, email: string): Promise<void> {
  const { trx } = context;
  const before = user.email;
  await claimingEmail(() => user.$query(trx).patch({ email, email_verified_at: now(), pending_email: null }));
  await trx("password_resets").where({ user_id: user.id }).del();
  const changes = { before: { email: before }, after: { email } };
  await recordOwnActivity(context, "email_changed", user.id, changes);
}
