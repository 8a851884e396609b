import { MINUTE } from "../../lib/clock.js";
import { TooManyAttempts } from "../../lib/failures.js";
import { ACTIVE } from "../accounts/account-status.js";
import type { Administrator } from "../access/actor.js";
import { lockActorAndTarget } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { isVerificationOutstanding, sendVerificationMail } from "./email-verification.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import { inActorContext, type ActorCall } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";

/** Whether the account can be reminded: it is unverified, and its status allows sign-in. */
export const awaitsVerification = (
  account: { email_verified_at: number | null; status: string | null },
  settings: SettingsSnapshot,
): boolean => account.status === ACTIVE && isVerificationOutstanding(account, settings);

/**
 * Sends the verification mail of an account again, at most once a minute over all callers.
 * @returns whether the address was unverified
 * @throws RowNotFound, ActionForbidden, ServiceBusy; TooManyAttempts within the minute
 */
export async function remindOfVerification(call: ActorCall<Administrator>, id: string): Promise<boolean> {
  const { services, actor } = call;
  const settings = call.settings ?? (await services.settings.read());
  const found = await getVisibleUser(services.knex, actor, id);
  assertPermitted(rightsOver(actor, found).profile);
  if (!awaitsVerification(found.user, settings)) return false;
  if (!(await mayMailAgain(services, "verify_email", found.user.email))) throw new TooManyAttempts(MINUTE);
  return inActorContext({ services, actor, origin: call.origin, settings }, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).profile);
    if (!awaitsVerification(target.account, settings)) return false;
    await sendVerificationMail(context, target.account);
    const subject = { type: "user", id };
    await recordActivity(
      context.trx,
      { event: "verification_sent", actorId: actor.id, subject },
      context.origin,
    );
    return true;
  });
}
