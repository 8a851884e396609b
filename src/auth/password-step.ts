import type { Knex } from "knex";
import { countPasswordAttempt, type PasswordAttempt } from "../domain/passwords/password-attempts.js";
import { findAccountByEmail, lockAccount } from "../domain/accounts/accounts.js";
import { matchesPassword, renewedHash } from "../domain/passwords/stored-password.js";
import { recordActivity } from "../domain/audit/record.js";
import type { User } from "../models/user.js";
import type { DomainCall } from "../domain/context.js";

/** An account whose password was right, with a new hash if the stored one isn't at the current cost. */
export interface PasswordProof {
  user: User;
  rehashed: string | null;
  /** Reset after the sign-in. */
  attempt: PasswordAttempt;
}

/** The known-device id of the browser for this account; null for an unknown browser and for programs. */
export type DeviceOf = (account: User) => string | null;
export const NO_DEVICE: DeviceOf = () => null;

/**
 * Checks the password. The attempt is counted before the comparison, and there is always one comparison, so that an
 * unknown address takes the same time.
 * @param credentials with a normalised address
 * @returns the account when the password is right
 * @throws TooManyAttempts, ServiceBusy
 */
export async function provePassword(
  { services, origin: { ip } }: DomainCall,
  { email, password }: { email: string; password: string },
  deviceOf: DeviceOf,
): Promise<PasswordProof | null> {
  const { knex, passwords } = services;
  const user = await findAccountByEmail(knex, email);
  const attempt = { email, account: user, ip, device: user ? deviceOf(user) : null };
  await countPasswordAttempt(services, attempt);
  const matched = await matchesPassword(services, password, user, ip);
  if (!user || !hasPassword(user) || !matched) return null;
  const rehashed = await renewedHash(passwords, password, user, ip);
  return { user, rehashed, attempt };
}

const hasPassword = (user: User): user is User & { password: string } => user.password !== null;

/**
 * Locks the account and reads it again, so that a ban or a new password in between has precedence.
 * @returns null when the password has changed
 */
export async function lockProvenAccount(trx: Knex.Transaction, proof: PasswordProof): Promise<User | null> {
  const { user, rehashed } = proof;
  const current = await lockAccount(trx, user.id);
  if (!current || !isSamePassword(current, proof)) return null;
  // not through the model, which would stamp the time of a password change
  if (rehashed !== null)
    await trx("users").where({ id: user.id }).update({ password: rehashed, password_imported: false });
  return current;
}

/** A concurrent sign-in may have renewed the hash; the time of the password stays the same then. */
const isSamePassword = (current: User, { user, rehashed }: PasswordProof): boolean =>
  current.password === user.password ||
  (rehashed !== null &&
    current.password !== null &&
    current.password_changed_at === user.password_changed_at);

/** Records a failed sign-in in the audit log. Known and unknown addresses both take one query. */
export async function recordFailedSignIn(
  { services: { knex }, origin }: DomainCall,
  email: string,
): Promise<void> {
  const account = await findAccountByEmail(knex, email);
  const activity = { event: "login_failed", actorId: null, ownerId: account?.id ?? null } as const;
  await recordActivity(knex, { ...activity, changes: { email } }, origin);
}
