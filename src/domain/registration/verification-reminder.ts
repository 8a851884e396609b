import { inTransaction } from "../../database/transaction.js";
import { MINUTE } from "../../lib/clock.js";
import { TooManyAttempts } from "../../lib/failures.js";
import { ACTIVE } from "../accounts/account-status.js";
import { lockForActing } from "../access/locking.js";
import type { Actor } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import { isVerificationOutstanding, sendVerificationMail } from "./email-verification.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { demand, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";

/** Whether there is something to remind of: who may not sign in anyway is sent nothing. */
export const awaitsVerification = (
  account: { email_verified_at: number | null; status: string | null },
  settings: SettingsSnapshot,
): boolean => account.status === ACTIVE && isVerificationOutstanding(account, settings);

/**
 * Sends the verification mail of an account once more, at most once a minute whoever asks for it.
 * @returns whether there was something to verify
 * @throws RowNotFound, ActionForbidden, ServiceBusy; TooManyAttempts within the minute
 */
export async function remindOfVerification(
  services: Services,
  asked: Actor,
  id: string,
  origin: Origin,
): Promise<boolean> {
  const { knex } = services;
  const settings = await services.settings.read();
  const found = await getVisibleUser(knex, asked, id);
  demand(rightsOver(asked, found).profile);
  if (!awaitsVerification(found.user, settings)) return false;
  if (!(await mayMailAgain(services, "verify_email", found.user.email))) throw new TooManyAttempts(MINUTE);
  return inTransaction(knex, async (trx) => {
    const acting = await lockForActing(services, trx, asked, id);
    demand(rightsOver(acting.actor, acting).profile);
    if (!awaitsVerification(acting.account, settings)) return false;
    await sendVerificationMail(services, trx, settings, acting.account);
    const subject = { type: "user", id };
    await recordActivity(trx, { event: "verification_sent", actorId: asked.id, subject }, origin);
    return true;
  });
}
