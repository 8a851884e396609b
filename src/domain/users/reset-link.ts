import type { Administrator } from "../access/actor.js";
import { MINUTE } from "../../lib/clock.js";
import { TooManyAttempts } from "../../lib/failures.js";
import { User } from "../../models/user.js";
import { lockActorAndTarget } from "../access/locks.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { ACTIVE } from "../accounts/account-status.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { queueResetLink } from "../passwords/password-reset.js";

/** Whether the owner of the account can be sent a link to choose a new password. */
export const canGetResetLink = (
  settings: SettingsSnapshot,
  { isInvited, status }: Pick<User, "isInvited" | "status">,
): boolean => settings.get("auth.password_reset") && !isInvited && status === ACTIVE;

/**
 * Mails the owner of an account the link that they could request themselves, at most once a minute over all callers.
 * @returns false when the account waits for its first password or isn't active, or while resets are turned off
 * @throws RowNotFound, ActionForbidden, ServiceBusy; TooManyAttempts within the minute
 */
export async function sendResetLink(call: ActorCall<Administrator>, id: string): Promise<boolean> {
  const { services, actor } = call;
  const found = await getVisibleUser(services.knex, actor, id);
  assertPermitted(rightsOver(actor, found).profile);
  const account = await User.query(services.knex).findById(id).throwIfNotFound();
  if (!canGetResetLink(call.settings ?? (await services.settings.read()), account)) return false;
  if (!(await mayMailAgain(services, "reset_password", account.email))) throw new TooManyAttempts(MINUTE);
  return inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).profile);
    if (!canGetResetLink(context.settings, target.account)) return false;
    await queueResetLink(context, target.account);
    await recordActorActivity(context, "reset_link_sent", { type: "user", id }, {});
    return true;
  });
}
