import { HOUR, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { sha256 } from "../../lib/secrets.js";
import { Signer } from "../../lib/signatures.js";
import { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { claimingEmail, findAccountByEmail, lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { linkedPath, linkTo } from "../mail/links.js";
import { mailOnRequest } from "../mail/mail-pacing.js";
import { queueNotice, type MailContext } from "../mail/notices.js";
import { inContext, type Caller, type Context, type Visitor } from "../context.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

const LIFETIME = HOUR;

/** What a verification link says, as it came back. */
export interface VerificationLink {
  id: string;
  /** SHA-256 of the address and its count, in hex. */
  hash: string;
  /** Milliseconds since the epoch. */
  expires: string;
  signature: string;
}

/** The address that a link proves, of the account as it is now. */
export interface ProvenAddress {
  userId: string;
  email: string;
  /** `current` is yet to be verified, `pending` is to take its place, `verified` has nothing outstanding. */
  state: "current" | "pending" | "verified";
}

/** Forged, altered, expired, or of an address that the account no longer has. */
export class VerificationLinkInvalid extends ActionForbidden {
  constructor() {
    super(text("verify.invalid"));
  }
}

/** A link that proves the address: signed, expiring, of one account and one address. From APP_URL only. */
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
 * Binds a link to the address and to the count of addresses that the account has had or asked for: back at an earlier
 * address, an earlier link does not work again. Other edits leave the count alone, so a new name between mail and click
 * does no harm. Accounts that never changed their address have links of the former kind, by the address alone.
 */
const hashOf = (email: string, { email_version: version }: Pick<User, "email_version">): string =>
  sha256(version === 0 ? email : `${email} ${version}`).toString("hex");

/**
 * Queues the verification mail, in the caller's transaction.
 * @param email the address to prove, and where the mail goes: the account's own, or the one that is to take its place
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
 * Queues the mail to the address that is to take the place of the account's. If another account has it, that one is
 * told instead, and whoever asked sees no difference.
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

/** Whether the account has to verify its address before it goes on. */
export const isVerificationOutstanding = (
  account: { email_verified_at: number | null },
  settings: SettingsSnapshot,
): boolean => settings.get("auth.email_verification") && account.email_verified_at === null;

/** Sends the mail again, if the account still has to prove its address; a pending one is `resendEmailChange`'s. */
export async function resendVerification(caller: Caller): Promise<void> {
  await inContext(caller, async (context) => {
    const user = await lockAccount(context.trx, caller.actor.id);
    if (user?.status === ACTIVE && isVerificationOutstanding(user, context.settings))
      await sendVerificationMail(context, user);
  });
}

/** Somebody who is not signed in asks for the mail again. @throws ServiceBusy */
export async function requestVerification(visitor: Visitor, email: string): Promise<void> {
  await mailOnRequest(visitor, "verify_email", email, async (context, user) => {
    if (isVerificationOutstanding(user, context.settings)) await sendVerificationMail(context, user);
  });
}

/** What the link proves, without proving it. @throws VerificationLinkInvalid */
export async function readVerificationLink(
  services: Services,
  link: VerificationLink,
): Promise<ProvenAddress> {
  assertGenuine(services, link);
  const user = await User.query(services.knex).findById(link.id).whereNull("deleted_at");
  return provenBy(link, user);
}

/** The signature first: nothing else of a forged link is looked at. */
function assertGenuine(services: Services, { id, hash, expires, signature }: VerificationLink): void {
  const genuine = signerOf(services).matches(signedPart(id, hash, expires), signature);
  if (!genuine || Number(expires) <= now()) throw new VerificationLinkInvalid();
}

function provenBy({ hash }: VerificationLink, user: User | undefined): ProvenAddress {
  if (!user) throw new VerificationLinkInvalid();
  const { id: userId, email, pending_email: pending, status } = user;
  if (hash === hashOf(email, user))
    return { userId, email, state: user.email_verified_at === null ? "current" : "verified" };
  // a ban ends what was begun before it
  if (pending === null || hash !== hashOf(pending, user) || status !== ACTIVE)
    throw new VerificationLinkInvalid();
  return { userId, email: pending, state: "pending" };
}

/**
 * Verifies the account's address, or puts the pending one in its place. Signs nobody in; a second time changes nothing.
 * @returns what was proven, as it was before
 * @throws VerificationLinkInvalid; ValidationFailed on `email` when another account has the pending address meanwhile
 */
export async function verifyAddress(visitor: Visitor, link: VerificationLink): Promise<ProvenAddress> {
  assertGenuine(visitor.services, link);
  return inContext(visitor, async (context) => {
    const user = await lockAccount(context.trx, link.id);
    const proven = provenBy(link, user);
    if (proven.state === "current") await markVerified(context, user!);
    if (proven.state === "pending") await changeAddress(context, user!, proven.email);
    return proven;
  });
}

async function markVerified(context: Context, user: User): Promise<void> {
  await user.$query(context.trx).patch({ email_verified_at: now() });
  await recordOwnActivity(context, "email_verified", user.id);
}

/** Reset links were sent to the address that the account leaves. */
async function changeAddress(context: Context, user: User, email: string): Promise<void> {
  const { trx } = context;
  const before = user.email;
  await claimingEmail(() => user.$query(trx).patch({ email, email_verified_at: now(), pending_email: null }));
  await trx("password_resets").where({ user_id: user.id }).del();
  const changes = { before: { email: before }, after: { email } };
  await recordOwnActivity(context, "email_changed", user.id, changes);
}
