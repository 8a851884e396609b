import type { Knex } from "knex";
import { countPasswordAttempt, type PasswordAttempt } from "../domain/passwords/password-attempts.js";
import { findAccountByEmail, lockAccount } from "../domain/accounts/accounts.js";
import { recordActivity } from "../domain/audit/record.js";
import type { User } from "../models/user.js";
import type { Visitor } from "../domain/context.js";

/** An account whose password was right, and its hash at the current cost when it has to be renewed. */
export interface PasswordProof {
  user: User;
  rehashed: string | null;
  /** To be forgotten when the sign-in is done. */
  attempt: PasswordAttempt;
}

/** The browser as an account knows it; null for one that it does not know, and for programs. */
export type DeviceOf = (account: User) => string | null;
export const NO_DEVICE: DeviceOf = () => null;

/**
 * The account, if the password is its own. The try is counted before the comparison, and one comparison is made in any
 * case: an unknown address takes as long.
 * @param credentials with a normalised address
 * @throws TooManyAttempts, ServiceBusy
 */
export async function provePassword(
  { services, origin: { ip } }: Visitor,
  { email, password }: { email: string; password: string },
  deviceOf: DeviceOf,
): Promise<PasswordProof | null> {
  const { knex, passwords } = services;
  const user = await findAccountByEmail(knex, email);
  const attempt = { email, account: user, ip, device: user ? deviceOf(user) : null };
  await countPasswordAttempt(services, attempt);
  const matched = await passwords.verify(password, user?.password ?? null, ip);
  if (!user || !matched) return null;
  const rehashed = passwords.needsRehash(user.password) ? await passwords.hash(password, ip) : null;
  return { user, rehashed, attempt };
}

/**
 * The account as it is now, locked: a ban or a new password that came in between wins.
 * @returns null when the password is no longer its own
 */
export async function lockProvenAccount(trx: Knex.Transaction, proof: PasswordProof): Promise<User | null> {
  const { user, rehashed } = proof;
  const current = await lockAccount(trx, user.id);
  if (!current || !isSamePassword(current, proof)) return null;
  // not through the model: the password is the same, so its age stays
  if (rehashed !== null) await trx("users").where({ id: user.id }).update({ password: rehashed });
  return current;
}

/** A sign-in at the same time may have renewed the hash, which leaves the age of the password as it was. */
const isSamePassword = (current: User, { user, rehashed }: PasswordProof): boolean =>
  current.password === user.password ||
  (rehashed !== null && current.password_changed_at === user.password_changed_at);

/** Writes the failed sign-in into the audit log. The account is looked up for known and unknown addresses alike. */
export async function recordFailedSignIn(
  { services: { knex }, origin }: Visitor,
  email: string,
): Promise<void> {
  const account = await findAccountByEmail(knex, email);
  const activity = { event: "login_failed", actorId: null, ownerId: account?.id ?? null } as const;
  await recordActivity(knex, { ...activity, changes: { email } }, origin);
}
