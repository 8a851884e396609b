import type { Knex } from "knex";
import { ACTIVE } from "../domain/accounts/account-status.js";
import { lockAccount } from "../domain/accounts/accounts.js";
import { isVerificationOutstanding } from "../domain/registration/email-verification.js";
import {
  acceptSecondFactor,
  isAnswered,
  usesRecoveryCode,
  type SecondFactor,
} from "../domain/two-factor/two-factor.js";
import { claimChallenge, isClaimValid, reopenChallenge } from "../domain/two-factor/challenges.js";
import {
  assertNotPaused,
  countRecoveryAttempt,
  resetRecoveryAttempts,
  resetTwoFactorFailures,
  recordWrongAnswer,
  type AnswerSource,
} from "../domain/two-factor/pause.js";
import { CredentialsRejected, ValidationFailed } from "../lib/failures.js";
import { text } from "../texts/translate.js";
import { User } from "../models/user.js";
import type { SignInMethod } from "../domain/access/sign-in.js";
import { countFailedSignIn, countSignIn } from "./signed-in.js";
import { NO_DEVICE, type DeviceOf } from "./password-step.js";
import { inContext, type DomainCall, type Context } from "../domain/context.js";

export interface ChallengeAnswer extends SecondFactor {
  challenge: string;
}

/** The differences of two-factor sign-in between the surfaces. */
export interface ChallengeSurface<Access> {
  /** Creates the access, a token or a session. The account is locked. */
  grant: (context: Context, user: User, method: SignInMethod) => Promise<Access>;
  /** Whether the email address must be verified first. */
  requiresVerifiedEmail: boolean;
  deviceOf?: DeviceOf;
  /** Whether a wrong answer can be corrected. Otherwise it ends the challenge. */
  retries?: boolean;
}

/** The challenge failed. The reason isn't revealed. */
export class ChallengeFailed extends CredentialsRejected {
  /** @param mayRetry whether the challenge can be answered again */
  constructor(readonly mayRetry = false) {
    super(text("failure.challenge"));
  }
}

/**
 * Answers a challenge: claim it → require an answer → check the pause → check the account → check the code → grant
 * access. Pause, code and failure count are under the account's lock, so that parallel attempts can't avoid the
 * pause.
 * @throws ChallengeFailed, ValidationFailed on an empty answer, TooManyAttempts during a pause
 */
export async function answerChallenge<Access>(
  call: DomainCall,
  answer: ChallengeAnswer,
  { grant, requiresVerifiedEmail, deviceOf = NO_DEVICE, retries = false }: ChallengeSurface<Access>,
): Promise<{ user: User; access: Access }> {
  const { services } = call;
  const userId = await claimChallenge(services.knex, answer.challenge);
  assertAnswered(answer);
  if (userId === null) throw new ChallengeFailed();
  const byRecoveryCode = usesRecoveryCode(answer);
  const method = byRecoveryCode ? "recovery_code" : "code";
  if (byRecoveryCode) await countRecoveryAttempt(services, await sourceOf(services.knex, userId, deviceOf));
  const result = await inContext(call, async (context) => {
    const { trx, settings } = context;
    const user = await lockAccount(trx, userId);
    if (!user || !(await isClaimValid(trx, answer.challenge))) return { mayRetry: false };
    const source = { userId, device: deviceOf(user) };
    if (!byRecoveryCode) await assertNotPaused(trx, source);
    const accepted =
      user.status === ACTIVE &&
      !(requiresVerifiedEmail && isVerificationOutstanding(user, settings)) &&
      (await acceptSecondFactor(context, user, answer));
    if (!accepted) {
      await recordWrongAnswer(context, user, { answer, device: source.device });
      const mayRetry = retries && user.status === ACTIVE && (await reopenChallenge(trx, answer.challenge));
      return { mayRetry }; // not thrown, so that the transaction commits the count
    }
    await resetTwoFactorFailures(trx, source);
    return { user, source, access: await grant(context, user, method) };
  });
  if ("mayRetry" in result) {
    countFailedSignIn(services, method);
    throw new ChallengeFailed(result.mayRetry);
  }
  if (byRecoveryCode) await resetRecoveryAttempts(services, result.source);
  countSignIn(services, method);
  return result;
}

/** If the account no longer exists no device is known, and the claim fails later. */
async function sourceOf(knex: Knex, userId: string, deviceOf: DeviceOf): Promise<AnswerSource> {
  const user = await User.query(knex).findById(userId);
  return { userId, device: user ? deviceOf(user) : null };
}

/** @throws ValidationFailed on an empty answer */
export function assertAnswered(answer: SecondFactor): void {
  if (!isAnswered(answer)) throw new ValidationFailed({ code: [text("validation.code.required")] });
}
