import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
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
import { queueNotice } from "../mail/notices.js";
import type { Origin } from "../audit/origin.js";
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
  services: Services,
  trx: Knex,
  settings: SettingsSnapshot,
  user: User,
  email = user.email,
): Promise<void> {
  const expiresAt = now() + LIFETIME;
  const url = verificationUrl(services, { id: user.id, email, email_version: user.email_version }, expiresAt);
  await queueNotice(services, trx, settings, user, { kind: "verify_email", url, expiresAt, to: email });
}

/**
 * Queues the mail to the address that is to take the place of the account's. If another account has it, that one is
 * told instead, and whoever asked sees no difference.
 */
export async function sendPendingVerification(
  services: Services,
  trx: Knex,
  settings: SettingsSnapshot,
  user: User,
  email: string,
): Promise<void> {
  const holder = await findAccountByEmail(trx, email);
  if (!holder || holder.id === user.id) return sendVerificationMail(services, trx, settings, user, email);
  const url = linkTo(services, "login");
  await queueNotice(services, trx, settings, holder, { kind: "email_taken", url });
}

/** Whether the account has to verify its address before it goes on. */
export const isVerificationOutstanding = (
  account: { email_verified_at: number | null },
  settings: SettingsSnapshot,
): boolean => settings.get("auth.email_verification") && account.email_verified_at === null;

/** Sends the mail again, if the account still has to prove its address; a pending one is `resendEmailChange`'s. */
export async function resendVerification(
  services: Services,
  settings: SettingsSnapshot,
  userId: string,
): Promise<void> {
  await inTransaction(services.knex, async (trx) => {
    const user = await lockAccount(trx, userId);
    if (user?.status === ACTIVE && isVerificationOutstanding(user, settings))
      await sendVerificationMail(services, trx, settings, user);
  });
}

/** Somebody who is not signed in asks for the mail again. @throws ServiceBusy */
export async function requestVerification(
  services: Services,
  settings: SettingsSnapshot,
  email: string,
): Promise<void> {
  await mailOnRequest(services, "verify_email", email, async (trx, user) => {
    if (isVerificationOutstanding(user, settings)) await sendVerificationMail(services, trx, settings, user);
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
export async function verifyAddress(
  services: Services,
  link: VerificationLink,
  origin: Origin,
): Promise<ProvenAddress> {
  assertGenuine(services, link);
  return inTransaction(services.knex, async (trx) => {
    const user = await lockAccount(trx, link.id);
    const proven = provenBy(link, user);
    if (proven.state === "current") await markVerified(trx, user!, origin);
    if (proven.state === "pending") await changeAddress(trx, user!, proven.email, origin);
    return proven;
  });
}

async function markVerified(trx: Knex.Transaction, user: User, origin: Origin): Promise<void> {
  await user.$query(trx).patch({ email_verified_at: now() });
  await recordOwnActivity(trx, "email_verified", user.id, origin);
}

/** Reset links were sent to the address that the account leaves. */
async function changeAddress(
  trx: Knex.Transaction,
  user: User,
  email: string,
  origin: Origin,
): Promise<void> {
  const before = user.email;
  await claimingEmail(() => user.$query(trx).patch({ email, email_verified_at: now(), pending_email: null }));
  await trx("password_resets").where({ user_id: user.id }).del();
  const changes = { before: { email: before }, after: { email } };
  await recordOwnActivity(trx, "email_changed", user.id, origin, changes);
}
