import type { Knex } from "knex";
import { countPasswordAttempt, forgetPasswordAttempts } from "../domain/account-attempts.js";
import { ACTIVE } from "../domain/account-status.js";
import { findAccountByEmail, lockAccount } from "../domain/accounts.js";
import { recordActivity } from "../domain/audit.js";
import { sendVerificationMail } from "../domain/email-verification.js";
import type { Origin } from "../domain/origin.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings.js";
import { issueAuthToken } from "../domain/tokens.js";
import { issueChallenge } from "../domain/two-factor-challenges.js";
import { inTransaction } from "../database/transaction.js";
import { now } from "../lib/clock.js";
import { CredentialsRejected } from "../lib/failures.js";
import { normalizeEmail, type User } from "../models/user.js";

export type SignIn =
  | { outcome: "signed-in"; user: User; token: string }
  | { outcome: "verification-required" }
  | { outcome: "two-factor-required"; challenge: string };

const REJECTED = "These credentials do not match our records.";

/**
 * Signs in with a password: count the try → password → status → verification → second factor → token.
 * An unknown address, a wrong password and an account that is not active end alike and take the same time.
 * @throws TooManyAttempts, CredentialsRejected, ServiceBusy
 */
export async function signIn(
  services: Services,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<SignIn> {
  const email = normalizeEmail(credentials.email);
  await countPasswordAttempt(services.counters, email);
  const candidate = await checkPassword(services, email, credentials.password);
  const settings = await services.settings.read();
  if (!candidate) return rejectSignIn(services, email, origin);
  const rehashed = await upgradeHash(services, candidate, credentials.password);
  const result = await inTransaction(services.knex, async (trx) => {
    const user = await relock(trx, candidate);
    if (!user) return null;
    // not through the model: the password is the same, so its age stays
    if (rehashed !== null) await trx("users").where({ id: user.id }).update({ password: rehashed });
    return admit(services, trx, settings, user, origin);
  });
  if (!result) return rejectSignIn(services, email, origin);
  await forgetPasswordAttempts(services, email);
  return result;
}

/** The account, if the password is its own and it is active. One comparison is made in any case. */
async function checkPassword(services: Services, email: string, password: string): Promise<User | null> {
  const user = await findAccountByEmail(services.knex, email);
  const matched = await services.passwords.verify(password, user?.password ?? null);
  return user && matched && user.status === ACTIVE ? user : null;
}

async function upgradeHash({ passwords }: Services, user: User, password: string): Promise<string | null> {
  return passwords.needsRehash(user.password) ? passwords.hash(password) : null;
}

/** The account as it is now, locked: a ban or a new password that came in between wins. */
async function relock(trx: Knex.Transaction, candidate: User): Promise<User | null> {
  const user = await lockAccount(trx, candidate.id);
  return user && user.status === ACTIVE && user.password === candidate.password ? user : null;
}

/** Verification comes before the second factor when both are outstanding. */
async function admit(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  origin: Origin,
): Promise<SignIn> {
  if (settings.get("auth.email_verification") && user.email_verified_at === null) {
    await sendVerificationMail(services, trx, settings, user);
    return { outcome: "verification-required" };
  }
  if (settings.get("auth.two_factor") && user.hasTwoFactor)
    return { outcome: "two-factor-required", challenge: await issueChallenge(trx, user.id) };
  return { outcome: "signed-in", user, token: await completeSignIn(services, trx, user, origin) };
}

/** The last step of every sign-in on the API. The caller holds the lock on the account. */
export async function completeSignIn(
  services: Services,
  trx: Knex.Transaction,
  user: User,
  origin: Origin,
): Promise<string> {
  await user.$query(trx).patch({ last_login_at: now(), last_login_ip: origin.ip });
  await recordActivity(
    trx,
    { event: "login", actorId: user.id, subject: { type: "user", id: user.id } },
    origin,
  );
  return issueAuthToken(services, trx, user.id);
}

async function rejectSignIn(services: Services, email: string, origin: Origin): Promise<never> {
  await recordActivity(services.knex, { event: "login_failed", actorId: null, changes: { email } }, origin);
  throw new CredentialsRejected(REJECTED);
}
