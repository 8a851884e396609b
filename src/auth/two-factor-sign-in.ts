import type { Knex } from "knex";
import { ACTIVE } from "../domain/accounts/account-status.js";
import { lockAccount } from "../domain/accounts/accounts.js";
import { isVerificationOutstanding } from "../domain/registration/email-verification.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import {
  acceptSecondFactor,
  isAnswered,
  usesRecoveryCode,
  type SecondFactor,
} from "../domain/two-factor/two-factor.js";
import { claimChallenge, isClaimStanding } from "../domain/two-factor/challenges.js";
import {
  assertNotPaused,
  countRecoveryAttempt,
  forgetRecoveryAttempts,
  forgetTwoFactorFailures,
  noteWrongAnswer,
  type AnswerSource,
} from "../domain/two-factor/pause.js";
import { inTransaction } from "../database/transaction.js";
import { CredentialsRejected, ValidationFailed } from "../lib/failures.js";
import { text } from "../texts/translate.js";
import { User } from "../models/user.js";
import { NO_DEVICE, type DeviceOf } from "./password-step.js";

export interface ChallengeAnswer extends SecondFactor {
  challenge: string;
}

/** What differs between the surfaces. */
export interface ChallengeSurface<Access> {
  /** What is given to who has passed: a token, a session. The account is locked. */
  grant: (trx: Knex.Transaction, user: User) => Promise<Access>;
  /** What is asked of an active account; by default a verified address. */
  admits?: (user: User, settings: SettingsSnapshot) => boolean;
  deviceOf?: DeviceOf;
}

/** The challenge failed, whatever the reason; it is gone. */
export class ChallengeFailed extends CredentialsRejected {
  constructor() {
    super(text("failure.challenge"));
  }
}

/**
 * Answers a challenge: claim it → something was sent → not paused → account still fine → code → access.
 * Pause, code and count of failures share the lock on the account: parallel tries do not outrun the pause.
 * @throws ChallengeFailed, ValidationFailed on an empty answer, TooManyAttempts during a pause
 */
export async function answerChallenge<Access>(
  services: Services,
  answer: ChallengeAnswer,
  origin: Origin,
  { grant, admits = isVerified, deviceOf = NO_DEVICE }: ChallengeSurface<Access>,
): Promise<{ user: User; access: Access }> {
  const userId = await claimChallenge(services.knex, answer.challenge);
  assertAnswered(answer);
  if (userId === null) throw new ChallengeFailed();
  const byRecoveryCode = usesRecoveryCode(answer);
  if (byRecoveryCode) await countRecoveryAttempt(services, await sourceOf(services.knex, userId, deviceOf));
  const settings = await services.settings.read();
  const result = await inTransaction(services.knex, async (trx) => {
    const user = await lockAccount(trx, userId);
    if (!user || !(await isClaimStanding(trx, answer.challenge))) return null;
    const source = { userId, device: deviceOf(user) };
    if (!byRecoveryCode) await assertNotPaused(trx, source);
    const accepted =
      user.status === ACTIVE &&
      admits(user, settings) &&
      (await acceptSecondFactor(services, trx, user, answer, origin));
    if (!accepted) {
      await noteWrongAnswer(services, trx, settings, user, { answer, device: source.device }, origin);
      return null; // not thrown: the transaction has to keep what it counts
    }
    await forgetTwoFactorFailures(trx, source);
    return { user, source, access: await grant(trx, user) };
  });
  if (!result) throw new ChallengeFailed();
  if (byRecoveryCode) await forgetRecoveryAttempts(services, result.source);
  return result;
}

/** The account may be gone: then nothing is known of its browsers, and the claim fails later on. */
async function sourceOf(knex: Knex, userId: string, deviceOf: DeviceOf): Promise<AnswerSource> {
  const user = await User.query(knex).findById(userId);
  return { userId, device: user ? deviceOf(user) : null };
}

function assertAnswered(answer: ChallengeAnswer): void {
  if (!isAnswered(answer)) throw new ValidationFailed({ code: [text("validation.code.required")] });
}

const isVerified = (user: User, settings: SettingsSnapshot): boolean =>
  !isVerificationOutstanding(user, settings);
