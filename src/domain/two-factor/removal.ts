import type { Administrator } from "../access/actor.js";
import { text } from "../../texts/translate.js";
import { lockActorAndTarget } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorCall } from "../context.js";
import { resetAllTwoFactorFailures } from "./pause.js";
import { TwoFactorStateWrong } from "./set-up.js";
import { withoutApp } from "./two-factor.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";

/**
 * Turns off another user's second factor, for example when they lost it, even while the feature is off. Pending
 * sign-ins end and the owner is notified by mail.
 * @throws RowNotFound, ActionForbidden; TwoFactorStateWrong when it isn't on
 */
export async function removeTwoFactor(call: ActorCall<Administrator>, id: string): Promise<void> {
  await inActorContext(call, async (context) => {
    const { services, trx, origin } = context;
    const target = await lockActorAndTarget(context, id);
    const { actor, account } = target;
    assertPermitted(rightsOver(actor, target).twoFactor);
    if (!account.hasTwoFactor) throw new TwoFactorStateWrong(text("account.two_factor.not_on"));
    await account.$query(trx).patch(withoutApp(account));
    await trx("two_factor_challenges").where({ user_id: id }).del();
    await resetAllTwoFactorFailures(trx, id);
    const subject = { type: "user", id };
    const forEvents = { data: { is_enabled: false } };
    await recordActivity(
      trx,
      { event: "two_factor_disabled", actorId: actor.id, subject, forEvents },
      origin,
    );
    const notice = { kind: "two_factor_removed", url: linkTo(services, "security") } as const;
    await queueNotice(context, account, notice);
  });
}
