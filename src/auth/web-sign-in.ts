import type { Knex } from "knex";
import { inTransaction } from "../database/transaction.js";
import { forgetPasswordAttempts } from "../domain/passwords/password-attempts.js";
import { ACTIVE } from "../domain/accounts/account-status.js";
import { linkTo } from "../domain/mail/links.js";
import { queueNotice } from "../domain/mail/notices.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Services } from "../domain/services.js";
import { openSession, type Session } from "../domain/sessions/sessions.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { issueChallenge } from "../domain/two-factor/challenges.js";
import { deviceInWords } from "../lib/devices.js";
import { CredentialsRejected } from "../lib/failures.js";
import { localeOf, say, text, translatorOf } from "../texts/translate.js";
import { normalizeEmail, type User } from "../models/user.js";
import { provePassword, rejectSignIn, relockAccount, type DeviceOf } from "./password-step.js";
import { noteSignIn } from "./sign-in.js";

/** The password was right, and the account is not one that may sign in (service.md: `sk-auth.inactive`). */
export class AccountInactive extends CredentialsRejected {
  constructor() {
    super(text("sk-auth.inactive"));
  }
}

export type WebSignIn =
  | { outcome: "signed-in"; user: User; session: Session }
  | { outcome: "two-factor-required"; challenge: string };

/** What is to be known of the browser that signs in. */
export interface Browser {
  remember: boolean;
  deviceOf: DeviceOf;
}

export interface WebCredentials extends Browser {
  email: string;
  password: string;
}

/**
 * Signs a browser in. The route's guards come first: limiter → captcha. Then password → status → two-factor → session.
 * @throws TooManyAttempts, CredentialsRejected, AccountInactive after a right password only, ServiceBusy
 */
export async function signInBrowser(
  services: Services,
  settings: SettingsSnapshot,
  credentials: WebCredentials,
  origin: Origin,
): Promise<WebSignIn> {
  const { password, deviceOf } = credentials;
  const email = normalizeEmail(credentials.email);
  const proof = await provePassword(services, email, password, origin, deviceOf);
  if (!proof) return rejectSignIn(services, email, origin);
  const result = await inTransaction(
    services.knex,
    async (trx): Promise<WebSignIn | "stale" | "inactive"> => {
      const user = await relockAccount(trx, proof);
      if (!user) return "stale";
      if (user.status !== ACTIVE) return "inactive";
      if (settings.get("auth.two_factor") && user.hasTwoFactor)
        return { outcome: "two-factor-required", challenge: await issueChallenge(trx, user.id) };
      const session = await startSession(services, trx, settings, user, credentials, origin);
      return { outcome: "signed-in", user, session };
    },
  );
  if (result === "stale") return rejectSignIn(services, email, origin);
  if (result === "inactive") return rejectSignIn(services, email, origin, new AccountInactive());
  await forgetPasswordAttempts(services, proof.attempt);
  return result;
}

/** The last step of every sign-in of a browser. The caller holds the lock on the account and has read its status. */
export async function startSession(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  { remember, deviceOf }: Browser,
  origin: Origin,
): Promise<Session> {
  // the first sign-in of all is news to nobody
  if (user.last_login_at !== null && deviceOf(user) === null)
    await tellOfNewDevice(services, trx, settings, user, origin);
  await noteSignIn(trx, user, origin);
  return openSession(trx, user.id, remember, origin);
}

async function tellOfNewDevice(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  { ip, userAgent }: Origin,
): Promise<void> {
  const device = say(deviceInWords(userAgent), translatorOf(localeOf(user)));
  await queueNotice(services, trx, settings, user, {
    kind: "new_device",
    values: { device, ip },
    url: linkTo(services, "browser-sessions"),
  });
}
