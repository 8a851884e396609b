import type { Knex } from "knex";
import { countPasswordAttempt } from "../domain/account-attempts.js";
import { findAccountByEmail, lockAccount } from "../domain/accounts.js";
import { recordActivity } from "../domain/audit.js";
import type { Origin } from "../domain/origin.js";
import type { Services } from "../domain/services.js";
import { CredentialsRejected } from "../lib/failures.js";
import type { User } from "../models/user.js";

/** An account whose password was right, and its hash at the current cost when it has to be renewed. */
export interface PasswordProof {
  user: User;
  rehashed: string | null;
}

/**
 * The account, if the password is its own. The try is counted before the comparison, and one comparison is made in any
 * case: an unknown address takes as long.
 * @param email normalised
 * @param isTrusted whether the count is left out for this account: the browser has signed in to it before
 * @throws TooManyAttempts, ServiceBusy
 */
export async function provePassword(
  services: Services,
  email: string,
  password: string,
  isTrusted: (userId: string) => boolean = () => false,
): Promise<PasswordProof | null> {
  const { knex, counters, passwords } = services;
  const user = await findAccountByEmail(knex, email);
  if (!user || !isTrusted(user.id)) await countPasswordAttempt(counters, email);
  const matched = await passwords.verify(password, user?.password ?? null);
  if (!user || !matched) return null;
  return { user, rehashed: passwords.needsRehash(user.password) ? await passwords.hash(password) : null };
}

/**
 * The account as it is now, locked: a ban or a new password that came in between wins.
 * @returns null when the password is no longer its own
 */
export async function relockAccount(trx: Knex.Transaction, proof: PasswordProof): Promise<User | null> {
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

/**
 * Writes the failed sign-in into the audit log; the account is looked up for every address, known or not, alike.
 * @throws CredentialsRejected always
 */
export async function rejectSignIn(
  { knex }: Services,
  email: string,
  origin: Origin,
  failure = new CredentialsRejected(),
): Promise<never> {
  const account = await findAccountByEmail(knex, email);
  const activity = { event: "login_failed", actorId: null, ownerId: account?.id ?? null } as const;
  await recordActivity(knex, { ...activity, changes: { email } }, origin);
  throw failure;
}
