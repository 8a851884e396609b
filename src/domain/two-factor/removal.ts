import { inTransaction } from "../../database/transaction.js";
import { text } from "../../texts/translate.js";
import { lockForActing } from "../access/locking.js";
import type { Actor } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";
import { forgetAllTwoFactorFailures } from "./pause.js";
import { NO_SECOND_FACTOR, TwoFactorStateWrong } from "./set-up.js";
import { demand, rightsOver } from "../access/user-rights.js";

/**
 * Turns the second factor of somebody else off, for who lost it; also while the feature is switched off. Sign-ins that
 * wait for it end, and its owner is told by mail.
 * @throws RowNotFound, ActionForbidden; TwoFactorStateWrong when it is not on
 */
export async function removeTwoFactor(
  services: Services,
  asked: Actor,
  id: string,
  origin: Origin,
): Promise<void> {
  const settings = await services.settings.read();
  await inTransaction(services.knex, async (trx) => {
    const acting = await lockForActing(services, trx, asked, id);
    const { actor, account } = acting;
    demand(rightsOver(actor, acting).twoFactor);
    if (!account.hasTwoFactor) throw new TwoFactorStateWrong(text("account.two_factor.not_on"));
    await account.$query(trx).patch(NO_SECOND_FACTOR);
    await trx("two_factor_challenges").where({ user_id: id }).del();
    await forgetAllTwoFactorFailures(trx, id);
    const subject = { type: "user", id };
    await recordActivity(trx, { event: "two_factor_disabled", actorId: actor.id, subject }, origin);
    const notice = { kind: "two_factor_removed", url: linkTo(services, "profile") } as const;
    await queueNotice(services, trx, settings, account, notice);
  });
}
