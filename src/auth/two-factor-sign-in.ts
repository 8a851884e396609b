import type { Knex } from "knex";
import { ACTIVE } from "../domain/account-status.js";
import { lockAccount } from "../domain/accounts.js";
import { recordActivity } from "../domain/audit.js";
import type { Origin } from "../domain/origin.js";
import { queueMail } from "../domain/outbox.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings.js";
import { acceptCode, spendRecoveryCode } from "../domain/two-factor.js";
import { claimChallenge, isClaimStanding } from "../domain/two-factor-challenges.js";
import {
  assertNotPaused,
  countTwoFactorFailure,
  forgetTwoFactorFailures,
} from "../domain/two-factor-pause.js";
import { inTransaction } from "../database/transaction.js";
import { DAY, MINUTE, now } from "../lib/clock.js";
import { CredentialsRejected, ValidationFailed } from "../lib/failures.js";
import type { User } from "../models/user.js";
import { completeSignIn } from "./sign-in.js";

export interface ChallengeAnswer {
  challenge: string;
  code?: string | null;
  recovery_code?: string | null;
}

/** The challenge failed, whatever the reason; it is gone. */
export class ChallengeFailed extends CredentialsRejected {
  constructor() {
    super("The two-factor challenge failed. Please log in again.");
  }
}

/**
 * Answers a challenge: claim it → something was sent → not paused → account still fine → code → token.
 * Pause, code and count of failures share the lock on the account: parallel tries do not outrun the pause.
 * @throws ChallengeFailed, ValidationFailed on an empty answer, TooManyAttempts during a pause
 */
export async function answerChallenge(
  services: Services,
  answer: ChallengeAnswer,
  origin: Origin,
): Promise<{ user: User; token: string }> {
  const userId = await claimChallenge(services.knex, answer.challenge);
  assertAnswered(answer);
  if (userId === null) throw new ChallengeFailed();
  const settings = await services.settings.read();
  const result = await inTransaction(services.knex, async (trx) => {
    const user = await lockAccount(trx, userId);
    if (!user || !(await isClaimStanding(trx, answer.challenge))) return null;
    await assertNotPaused(trx, userId);
    const accepted =
      mayStillSignIn(user, settings) && (await acceptAnswer(services, trx, user, answer, origin));
    if (!accepted) return recordFailure(services, trx, settings, user, origin);
    await forgetTwoFactorFailures(trx, userId);
    return { user, token: await completeSignIn(services, trx, user, origin) };
  });
  if (!result) throw new ChallengeFailed();
  return result;
}

const isBlank = (text: string | null | undefined): boolean => (text ?? "").trim() === "";

function assertAnswered({ code, recovery_code }: ChallengeAnswer): void {
  if (isBlank(code) && isBlank(recovery_code))
    throw new ValidationFailed({ code: ["A code or a recovery code is required."] });
}

const mayStillSignIn = (user: User, settings: SettingsSnapshot): boolean =>
  user.status === ACTIVE && (!settings.get("auth.email_verification") || user.email_verified_at !== null);

/** With both fields sent, the code decides. */
async function acceptAnswer(
  { encryption }: Services,
  trx: Knex.Transaction,
  user: User,
  { code, recovery_code }: ChallengeAnswer,
  origin: Origin,
): Promise<boolean> {
  if (!isBlank(code)) return acceptCode(trx, encryption, user, code!);
  const spent = await spendRecoveryCode(trx, encryption, user, recovery_code!);
  if (spent)
    await recordActivity(
      trx,
      { event: "recovery_code_used", actorId: user.id, subject: { type: "user", id: user.id } },
      origin,
    );
  return spent;
}

/** @returns null: the transaction has to keep what it counts */
async function recordFailure(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  origin: Origin,
): Promise<null> {
  const subject = { type: "user", id: user.id };
  await recordActivity(trx, { event: "two_factor_failed", actorId: user.id, subject }, origin);
  const pause = await countTwoFactorFailure(trx, user.id);
  if (pause > 0) await warnOwner(services, trx, settings, user, pause);
  return null;
}

async function warnOwner(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  pause: number,
): Promise<void> {
  const app = settings.get("general.app_name");
  await queueMail(trx, services.encryption, {
    kind: "two_factor_failures",
    userId: user.id,
    expiresAt: now() + DAY,
    message: {
      to: user.email,
      subject: `Repeated failures of your second factor at ${app}`,
      text: [
        `Hello ${user.first_name},`,
        `somebody who knows your password for ${app} has entered wrong two-factor codes many times in a row.`,
        `The second factor is paused for ${Math.round(pause / MINUTE)} minutes.`,
        "If it was not you, change your password.",
      ].join("\n\n"),
    },
  });
}
