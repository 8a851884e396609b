import type { Knex } from "knex";
import { HOUR, MINUTE, now } from "../lib/clock.js";
import { TooManyAttempts } from "../lib/failures.js";
import type { User } from "../models/user.js";
import { recordOwnActivity } from "./audit.js";
import { queueNotice, recoveryLink } from "./notices.js";
import type { Origin } from "./origin.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";

const FREE_FAILURES = 10;
const FIRST_PAUSE = 15 * MINUTE;
const LONGEST_PAUSE = 24 * HOUR;

interface Row {
  failures: number;
  paused_until: number | null;
}

/** @throws TooManyAttempts while the second factor of this account is paused */
export async function assertNotPaused(knex: Knex, userId: string): Promise<void> {
  const row = (await knex("two_factor_failures").where({ user_id: userId }).first("paused_until")) as
    Row | undefined;
  const left = (row?.paused_until ?? 0) - now();
  if (left > 0) throw new TooManyAttempts(left);
}

/**
 * Counts a failure in a row. From the tenth on the second factor pauses: 15 minutes, doubling to 24 hours.
 * @returns how long the pause is, 0 for none
 */
async function countTwoFactorFailure(trx: Knex.Transaction, userId: string): Promise<number> {
  const time = now();
  await trx("two_factor_failures")
    .insert({ user_id: userId, failures: 1, updated_at: time })
    .onConflict("user_id")
    .merge({ failures: trx.raw("two_factor_failures.failures + 1"), updated_at: time });
  const { failures } = (await trx("two_factor_failures").where({ user_id: userId }).first("failures")) as Row;
  if (failures < FREE_FAILURES) return 0;
  const pause = Math.min(FIRST_PAUSE * 2 ** (failures - FREE_FAILURES), LONGEST_PAUSE);
  await trx("two_factor_failures")
    .where({ user_id: userId })
    .update({ paused_until: time + pause });
  return pause;
}

export async function forgetTwoFactorFailures(trx: Knex.Transaction, userId: string): Promise<void> {
  await trx("two_factor_failures").where({ user_id: userId }).del();
}

/** A wrong code, wherever one is asked for: counted, in the audit log, and the owner is told when the pause begins. */
export async function noteTwoFactorFailure(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  user: User,
  origin: Origin,
): Promise<void> {
  await recordOwnActivity(trx, "two_factor_failed", user.id, origin);
  const pause = await countTwoFactorFailure(trx, user.id);
  if (pause === 0) return;
  await queueNotice(services, trx, settings, user, {
    kind: "two_factor_failures",
    values: { minutes: Math.round(pause / MINUTE) },
    ...recoveryLink(services, settings),
  });
}
