import type { Administrator } from "../access/actor.js";
import { MINUTE, now } from "../../lib/clock.js";
import { TooManyAttempts } from "../../lib/failures.js";
import type { User } from "../../models/user.js";
import { lockActorAndTarget } from "../access/locks.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { ACTIVE } from "../accounts/account-status.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import { sendInvitation } from "../passwords/password-reset.js";

/** Whether the account waits for its owner to choose the first password, and its status lets them. */
export const awaitsPassword = ({ isInvited, status }: Pick<User, "isInvited" | "status">): boolean =>
  isInvited && status === ACTIVE;

/**
 * Sends the invitation of an account again, at most once a minute over all callers. Its former link stops working.
 * @returns false when the account has a password or isn't active
 * @throws RowNotFound, ActionForbidden, ServiceBusy; TooManyAttempts within the minute
 */
export async function inviteAgain(call: ActorCall<Administrator>, id: string): Promise<boolean> {
  const { services, actor } = call;
  const found = await getVisibleUser(services.knex, actor, id);
  assertPermitted(rightsOver(actor, found).profile);
  if (!(await isInvited(call, id)) || found.user.status !== ACTIVE) return false;
  if (!(await mayMailAgain(services, "invitation", found.user.email))) throw new TooManyAttempts(MINUTE);
  return inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).profile);
    if (!awaitsPassword(target.account)) return false;
    await sendInvitation(context, target.account);
    await recordActorActivity(context, "invitation_sent", { type: "user", id }, {});
    return true;
  });
}

/** Whether the owner of the account hasn't chosen a password yet. */
export async function isInvited(
  { services: { knex } }: Pick<ActorCall, "services">,
  id: string,
): Promise<boolean> {
  return (await knex("users").where({ id, invited: 1 }).first("id")) !== undefined;
}

/**
 * Those of the accounts that wait for their owner to choose a password, with the time in milliseconds when the
 * invitation expires; null when it has expired.
 */
export async function pendingInvitations(
  { services: { knex } }: Pick<ActorCall, "services">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = (await knex("users")
    .leftJoin("password_resets", (link) => {
      link
        .on("password_resets.user_id", "users.id")
        .andOnVal("password_resets.is_invitation", true)
        .andOnVal("password_resets.expires_at", ">", now());
    })
    .whereIn("users.id", ids)
    .where({ "users.invited": 1, "users.status": ACTIVE })
    .select("users.id", "password_resets.expires_at")) as { id: string; expires_at: number | null }[];
  return new Map(rows.map(({ id, expires_at }) => [id, expires_at]));
}
