import { ACTIVE } from "../domain/accounts/account-status.js";
import { inContext, type Context, type DomainCall } from "../domain/context.js";
import { resetPasswordAttempts } from "../domain/passwords/password-attempts.js";
import {
  isVerificationOutstanding,
  sendVerificationMail,
} from "../domain/registration/email-verification.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { needsChallenge } from "../domain/requirements/two-factor-requirement.js";
import { issueChallenge } from "../domain/two-factor/challenges.js";
import { liftEndedStatus } from "../domain/users/ended-status.js";
import { CredentialsRejected } from "../lib/failures.js";
import { normalizeEmail, type User } from "../models/user.js";
import {
  lockProvenAccount,
  NO_DEVICE,
  provePassword,
  recordFailedSignIn,
  type DeviceOf,
  type PasswordProof,
} from "./password-step.js";
import type { SignInMethod } from "../domain/access/sign-in.js";
import { countFailedSignIn, countSignIn } from "./signed-in.js";

/** The differences of sign-in between the surfaces. */
export interface SignInSurface<Access> {
  /** Creates the access, a token or a session. The account is locked and its status has been checked. */
  grant: (context: Context, user: User, method: SignInMethod) => Promise<Access>;
  /** Whether the email address must be verified first. A browser is signed in and asked for it afterwards. */
  requiresVerifiedEmail: boolean;
  /** The error for a right password of an account that isn't active; by default the same as for a wrong password. */
  inactive?: (user: User, settings: SettingsSnapshot) => CredentialsRejected;
  deviceOf?: DeviceOf;
}

export type SignIn<Access> =
  | { outcome: "signed-in"; user: User; access: Access }
  | { outcome: "verification-required" }
  | { outcome: "two-factor-required"; challenge: string };

/** Ends the sign-in. Returned by a step rather than thrown, so that the transaction isn't repeated. */
interface Rejected {
  outcome: "rejected";
  failure: CredentialsRejected;
}

/** The locked account whose password or passkey was right. */
interface ProvenSignIn<Access> {
  context: Context;
  user: User;
  surface: SignInSurface<Access>;
}

/** Ends the sign-in with a result, or returns null for the next step. */
type Step = <Access>(signIn: ProvenSignIn<Access>) => Promise<SignIn<Access> | Rejected | null>;

/** A status whose end has come is lifted first, because the background work may not have been here yet. */
export const requireActiveStatus: Step = async ({ context, user, surface }) => {
  await liftEndedStatus(context, user);
  return user.status === ACTIVE ? null : reject(surface.inactive?.(user, context.settings));
};

export const requireVerifiedEmail: Step = async ({ context, user, surface }) => {
  if (!surface.requiresVerifiedEmail || !isVerificationOutstanding(user, context.settings)) return null;
  await sendVerificationMail(context, user);
  return { outcome: "verification-required" };
};

export const requireSecondFactor: Step = async ({ context, user }) => {
  if (!(await needsChallenge(context, user))) return null;
  return { outcome: "two-factor-required", challenge: await issueChallenge(context.trx, user.id) };
};

const grantAccess: Step = async ({ context, user, surface }) => ({
  outcome: "signed-in",
  user,
  access: await surface.grant(context, user, "password"),
});

/** The steps after a right password, in one transaction that holds the account's lock. */
const STEPS: readonly Step[] = [requireActiveStatus, requireVerifiedEmail, requireSecondFactor, grantAccess];

/**
 * Signs in with a password, on either surface. The route's limiters and captcha come first; then: count the attempt →
 * check the password → lock the account → the steps above. An unknown address, a wrong password and, on the API, an
 * account that isn't active get the same answer in the same time.
 * @throws TooManyAttempts, CredentialsRejected, ServiceBusy
 */
export async function signIn<Access>(
  call: DomainCall,
  { email: typed, password }: { email: string; password: string },
  surface: SignInSurface<Access>,
): Promise<SignIn<Access>> {
  const credentials = { email: normalizeEmail(typed), password };
  const proof = await provePassword(call, credentials, surface.deviceOf ?? NO_DEVICE);
  const result = proof ? await takeSteps(call, proof, surface) : reject();
  if (result.outcome === "rejected") {
    countFailedSignIn(call.services, "password");
    await recordFailedSignIn(call, credentials.email);
    throw result.failure;
  }
  await resetPasswordAttempts(call.services, proof!.attempt);
  if (result.outcome === "signed-in") countSignIn(call.services, "password");
  return result;
}

const takeSteps = <Access>(
  call: DomainCall,
  proof: PasswordProof,
  surface: SignInSurface<Access>,
): Promise<SignIn<Access> | Rejected> =>
  inContext(call, async (context) => {
    const user = await lockProvenAccount(context.trx, proof);
    if (!user) return reject();
    for (const step of STEPS) {
      const result = await step({ context, user, surface });
      if (result) return result;
    }
    throw new RangeError("The last step of a sign-in must return a result.");
  });

const reject = (failure = new CredentialsRejected()): Rejected => ({ outcome: "rejected", failure });
