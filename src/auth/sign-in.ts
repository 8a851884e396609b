import type { Knex } from "knex";
import { forgetPasswordAttempts } from "../domain/passwords/password-attempts.js";
import { ACTIVE } from "../domain/accounts/account-status.js";
import { recordOwnActivity } from "../domain/audit/record.js";
import {
  isVerificationOutstanding,
  sendVerificationMail,
} from "../domain/registration/email-verification.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { noteSignInNetwork } from "../domain/sessions/sign-in-networks.js";
import { issueAuthToken } from "../domain/tokens/sign-in-tokens.js";
import { issueChallenge } from "../domain/two-factor/challenges.js";
import { inTransaction } from "../database/transaction.js";
import { now } from "../lib/clock.js";
import { normalizeEmail, type User } from "../models/user.js";
import { provePassword, rejectSignIn, relockAccount } from "./password-step.js";

export type SignIn =
  | { outcome: "signed-in"; user: User; token: string }
  | { outcome: "verification-required" }
  | { outcome: "two-factor-required"; challenge: string };

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
  const proof = await provePassword(services, email, credentials.password, origin);
  if (proof?.user.status !== ACTIVE) return rejectSignIn(services, email, origin);
  const settings = await services.settings.read();
  const result = await inTransaction(services.knex, async (trx) => {
    const user = await relockAccount(trx, proof);
    return user?.status === ACTIVE ? admit(services, trx, settings, user, origin) : null;
  });
  if (!result) return rejectSignIn(services, email, origin);
  await forgetPasswordAttempts(services, proof.attempt);
  return result;
}

/** Verification comes before the second factor when both are outstanding. */
async function admit(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  origin: Origin,
): Promise<SignIn> {
  if (isVerificationOutstanding(user, settings)) {
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
  await noteSignIn(trx, user, origin);
  return issueAuthToken(services, trx, user.id);
}

/** On the account and in the audit log, on either surface. */
export async function noteSignIn(trx: Knex.Transaction, user: User, origin: Origin): Promise<void> {
  await user.$query(trx).patch({ last_login_at: now(), last_login_ip: origin.ip });
  await noteSignInNetwork(trx, user.id, origin.ip);
  await recordOwnActivity(trx, "login", user.id, origin);
}
