import type { Knex } from "knex";
import { lockAccount } from "../domain/accounts/accounts.js";
import { recordActivity } from "../domain/audit/record.js";
import { inContext, type Context, type DomainCall } from "../domain/context.js";
import { acceptPasskey, provePasskey, type PasskeyAnswer } from "../domain/passkeys/assertions.js";
import { SIGN_IN, type ChallengeUse } from "../domain/passkeys/challenges.js";
import { PasskeyRejected } from "../domain/passkeys/rejected.js";
import type { AuthenticationResponseJSON } from "../domain/passkeys/webauthn.js";
import { claimChallenge, isClaimValid } from "../domain/two-factor/challenges.js";
import {
  assertNotPaused,
  countFailure,
  passkeySource,
  resetTwoFactorFailures,
} from "../domain/two-factor/pause.js";
import type { CredentialsRejected } from "../lib/failures.js";
import type { User } from "../models/user.js";
import { NO_DEVICE } from "./password-step.js";
import { requireActiveStatus, requireVerifiedEmail, type SignIn, type SignInSurface } from "./sign-in.js";
import { countFailedSignIn, countSignIn } from "./signed-in.js";
import { ChallengeFailed } from "./two-factor-sign-in.js";

/** A passkey's answer, and the two-factor challenge that it answers beside a password, if any. */
export interface PasskeySignIn {
  credential: AuthenticationResponseJSON;
  challenge?: string | undefined;
  /** The use that the options were issued for; by default a sign-in. */
  use?: ChallengeUse;
}

type Outcome<Access> = Exclude<SignIn<Access>, { outcome: "two-factor-required" }>;

/** A passkey that doesn't let its owner in. Returned rather than thrown, so that the transaction commits the count. */
interface Rejected {
  outcome: "rejected";
  failure: CredentialsRejected;
}

/**
 * Signs in with a passkey, which is both factors because it verifies the user: claim the challenges → verify the
 * signature → lock the account → check the pause, the status and the verification → record the use → grant access. No
 * password is compared.
 * @throws PasskeyRejected, ChallengeFailed, TooManyAttempts; CredentialsRejected for an account that isn't active
 */
export async function signInWithPasskey<Access>(
  call: DomainCall,
  { credential, challenge, use = SIGN_IN }: PasskeySignIn,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access>> {
  const { services } = call;
  // both are spent by any attempt
  const challenged = challenge === undefined ? null : await claimChallenge(services.knex, challenge);
  const answer = await provePasskey(services, credential, use);
  if (challenge !== undefined && challenged === null) throw new ChallengeFailed();
  const result = await inContext(call, async (context): Promise<Outcome<Access> | Rejected> => {
    const passkey = answer.outcome === "proven" ? answer.proof.passkey : passkeyOf(answer);
    const user = passkey && (await lockAccount(context.trx, passkey.user_id));
    if (!user) return reject(context, answer, null);
    const source = passkeySource(user.id, (surface.deviceOf ?? NO_DEVICE)(user));
    await assertNotPaused(context.trx, source);
    if (answer.outcome !== "proven" || !(await answersChallenge(context.trx, user, challenged, challenge))) {
      await countFailure(context, user, source);
      return reject(context, answer, user);
    }
    const stopped = await stopAccount(context, user, surface);
    if (stopped) return stopped;
    if (!(await acceptPasskey(context, user, answer.proof, use))) return reject(context, answer, user);
    await resetTwoFactorFailures(context.trx, source);
    return { outcome: "signed-in", user, access: await surface.grant(context, user, "passkey") };
  });
  if (result.outcome === "rejected") {
    countFailedSignIn(services, "passkey");
    throw challenge === undefined ? result.failure : new ChallengeFailed();
  }
  if (result.outcome === "signed-in") countSignIn(services, "passkey");
  return result;
}

const passkeyOf = (answer: PasskeyAnswer) => (answer.outcome === "failed" ? answer.passkey : null);

/** Whether the challenge, if any, is of this account and wasn't deleted by a ban or a new password. */
async function answersChallenge(
  trx: Knex.Transaction,
  user: User,
  challenged: string | null,
  challenge: string | undefined,
): Promise<boolean> {
  return challenge === undefined || (challenged === user.id && (await isClaimValid(trx, challenge)));
}

async function stopAccount<Access>(
  context: Context,
  user: User,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access> | Rejected | null> {
  for (const step of [requireActiveStatus, requireVerifiedEmail]) {
    const result = await step({ context, user, surface });
    if (result?.outcome === "rejected") {
      await recordFailure(context, user);
      return { outcome: "rejected", failure: surface.inactive ? result.failure : new PasskeyRejected() };
    }
    if (result) return result as Outcome<Access>;
  }
  return null;
}

async function reject(context: Context, answer: PasskeyAnswer, user: User | null): Promise<Rejected> {
  await recordFailure(context, user);
  const unknown = answer.outcome === "unknown" ? answer.credentialId : null;
  return { outcome: "rejected", failure: new PasskeyRejected(unknown) };
}

const recordFailure = ({ trx, origin }: Context, user: User | null): Promise<void> => {
  const changes = { method: "passkey" };
  return recordActivity(
    trx,
    { event: "login_failed", actorId: null, ownerId: user?.id ?? null, changes },
    origin,
  );
};
