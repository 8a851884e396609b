import type { Knex } from "knex";
import { ACTIVE } from "../domain/account-status.js";
import { lockAccount } from "../domain/accounts.js";
import { isVerificationOutstanding } from "../domain/email-verification.js";
import type { Origin } from "../domain/origin.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings.js";
import { acceptSecondFactor, isAnswered, type SecondFactor } from "../domain/two-factor.js";
import { claimChallenge, isClaimStanding } from "../domain/two-factor-challenges.js";
import {
  assertNotPaused,
  forgetTwoFactorFailures,
  noteTwoFactorFailure,
} from "../domain/two-factor-pause.js";
import { inTransaction } from "../database/transaction.js";
import { CredentialsRejected, ValidationFailed } from "../lib/failures.js";
import { text } from "../lib/i18n/translate.js";
import type { User } from "../models/user.js";

export interface ChallengeAnswer extends SecondFactor {
  challenge: string;
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
 * @param grant what the surface gives to who has passed: a token, a session. The account is locked.
 * @param admits what the surface asks of an active account. A token needs a verified address; a browser is let in and
 * asked for the verification there.
 * @throws ChallengeFailed, ValidationFailed on an empty answer, TooManyAttempts during a pause
 */
export async function answerChallenge<Access>(
  services: Services,
  answer: ChallengeAnswer,
  origin: Origin,
  grant: (trx: Knex.Transaction, user: User) => Promise<Access>,
  admits: (user: User, settings: SettingsSnapshot) => boolean = isVerified,
): Promise<{ user: User; access: Access }> {
  const userId = await claimChallenge(services.knex, answer.challenge);
  assertAnswered(answer);
  if (userId === null) throw new ChallengeFailed();
  const settings = await services.settings.read();
  const result = await inTransaction(services.knex, async (trx) => {
    const user = await lockAccount(trx, userId);
    if (!user || !(await isClaimStanding(trx, answer.challenge))) return null;
    await assertNotPaused(trx, userId);
    const accepted =
      user.status === ACTIVE &&
      admits(user, settings) &&
      (await acceptSecondFactor(services, trx, user, answer, origin));
    if (!accepted) {
      await noteTwoFactorFailure(services, trx, settings, user, origin);
      return null; // not thrown: the transaction has to keep what it counts
    }
    await forgetTwoFactorFailures(trx, userId);
    return { user, access: await grant(trx, user) };
  });
  if (!result) throw new ChallengeFailed();
  return result;
}

function assertAnswered(answer: ChallengeAnswer): void {
  if (!isAnswered(answer)) throw new ValidationFailed({ code: [text("validation.code.required")] });
}

const isVerified = (user: User, settings: SettingsSnapshot): boolean =>
  !isVerificationOutstanding(user, settings);
