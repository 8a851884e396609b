import type { Knex } from "knex";
import { HOUR, MINUTE, now } from "../../lib/clock.js";
import { countAttempt } from "../../lib/counters/counters.js";
import { TooManyAttempts } from "../../lib/failures.js";
import type { User } from "../../models/user.js";
import { recordOwnActivity } from "../audit/record.js";
import { queueNotice, passwordResetLink } from "../mail/notices.js";
import type { Context } from "../context.js";
import type { Services } from "../services.js";
import { usesRecoveryCode, type SecondFactor } from "./two-factor.js";

const FREE_FAILURES = 10;
const FIRST_PAUSE = 15 * MINUTE;
const LONGEST_PAUSE = 24 * HOUR;
const RECOVERY_CODES = { name: "recovery-codes", limit: 5, windowMs: HOUR };

/** The source of an answer: the account with the kind of browser, and for a passkey that kind. */
export interface AnswerSource {
  userId: string;
  /** A known device of the account has its own counter; all others share the one for null. */
  device: string | null;
}

/**
 * The source of a passkey. It has a counter of its own, so that wrong codes, which anyone who knows the password can
 * send, never pause the owner's passkeys.
 */
export const passkeySource = (userId: string, device: string | null): AnswerSource => ({
  userId,
  device: device === null ? "passkey" : `passkey:${device}`,
});

interface Row {
  failures: number;
  paused_until: number | null;
}

const tableOf = ({ device }: AnswerSource): string =>
  device === null ? "two_factor_failures" : "two_factor_device_failures";
const keyOf = ({ userId, device }: AnswerSource): Record<string, string> =>
  device === null ? { user_id: userId } : { user_id: userId, device };
const failuresOf = (knex: Knex, source: AnswerSource): Knex.QueryBuilder =>
  knex(tableOf(source)).where(keyOf(source));

/** @throws TooManyAttempts while codes from this source are paused */
export async function assertNotPaused(knex: Knex, source: AnswerSource): Promise<void> {
  const row = (await failuresOf(knex, source).first("paused_until")) as Row | undefined;
  const left = (row?.paused_until ?? 0) - now();
  if (left > 0) throw new TooManyAttempts(left);
}

/**
 * Counts consecutive failures. From the tenth on, the second factor is paused for 15 minutes, doubling up to 24
 * hours.
 * @returns the length of the pause in milliseconds, 0 for none
 */
async function countTwoFactorFailure(trx: Knex.Transaction, source: AnswerSource): Promise<number> {
  const time = now();
  const table = tableOf(source);
  await trx(table)
    .insert({ ...keyOf(source), failures: 1, updated_at: time })
    .onConflict(Object.keys(keyOf(source)))
    .merge({ failures: trx.raw(`${table}.failures + 1`), updated_at: time });
  const { failures } = (await failuresOf(trx, source).first("failures")) as Row;
  if (failures < FREE_FAILURES) return 0;
  const pause = Math.min(FIRST_PAUSE * 2 ** (failures - FREE_FAILURES), LONGEST_PAUSE);
  await failuresOf(trx, source).update({ paused_until: time + pause });
  return pause;
}

/** Resets the failures of this source after a right answer. Those of other sources stay. */
export async function resetTwoFactorFailures(trx: Knex.Transaction, source: AnswerSource): Promise<void> {
  await failuresOf(trx, source).del();
}

/** Resets all failures after the second factor was turned off. */
export async function resetAllTwoFactorFailures(trx: Knex.Transaction, userId: string): Promise<void> {
  for (const table of ["two_factor_failures", "two_factor_device_failures"])
    await trx(table).where({ user_id: userId }).del();
}

/**
 * Records a wrong answer in the audit log. A wrong code is also counted, and the owner is notified when a pause
 * begins; recovery codes were counted before.
 */
export async function recordWrongAnswer(
  context: Context,
  user: User,
  { answer, device }: { answer: SecondFactor; device: string | null },
): Promise<void> {
  await recordOwnActivity(context, "two_factor_failed", user.id);
  if (!usesRecoveryCode(answer)) await countFailure(context, user, { userId: user.id, device });
}

/** Counts a wrong code or passkey, and notifies the owner when a pause begins. */
export async function countFailure(context: Context, user: User, source: AnswerSource): Promise<void> {
  const { services, trx, settings } = context;
  const pause = await countTwoFactorFailure(trx, source);
  if (pause === 0) return;
  await queueNotice(context, user, {
    kind: "two_factor_failures",
    values: { minutes: Math.round(pause / MINUTE) },
    ...passwordResetLink(services, settings),
  });
}

const recoveryKey = ({ userId, device }: AnswerSource): string => `recovery:${userId}:${device ?? ""}`;

/**
 * Counts a recovery code before it is checked. An attacker can cause the pause, so recovery codes are exempt from it
 * and have their own limit. Called outside transactions, because the counters can be in the same database.
 * @throws TooManyAttempts, ServiceBusy
 */
export const countRecoveryAttempt = ({ counters }: Services, source: AnswerSource): Promise<void> =>
  countAttempt(counters, RECOVERY_CODES, recoveryKey(source));

/** Resets the counter after a successful answer that is already committed, so an error here is only logged. */
export async function resetRecoveryAttempts(
  { counters, outages }: Services,
  source: AnswerSource,
): Promise<void> {
  await counters.reset(recoveryKey(source)).catch((error: unknown) => {
    outages.warn(error, "could not reset the recovery code attempts of an account");
  });
}
