import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import type { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { lockAccount } from "../accounts/accounts.js";
import { columnsOfTerms, NO_TERMS } from "../accounts/status-terms.js";
import type { Origin } from "../audit/origin.js";
import { recordActivity } from "../audit/record.js";
import type { Context } from "../context.js";
import { revokeAccess } from "../credentials/revoke-user-access.js";
import type { Services } from "../services.js";

/**
 * Makes an account active again when the end of its status has come. The caller has locked it. A revocation that is
 * still pending comes first, in the same transaction.
 * @returns whether the account was made active. @throws on a database error
 */
export async function liftEndedStatus(
  { trx, origin }: Pick<Context, "trx" | "origin">,
  user: User,
): Promise<boolean> {
  const { id, status, status_until } = user;
  if (status_until === null || status_until > now()) return false;
  if (user.revocation_pending_at !== null) await revokeAccess(trx, id);
  await user.$query(trx).patch({ status: ACTIVE, ...columnsOfTerms(NO_TERMS) });
  const changes = { before: { status, status_until }, after: { status: ACTIVE, status_until: null } };
  await recordActivity(
    trx,
    { event: "user_updated", actorId: null, subject: { type: "user", id }, changes },
    origin,
  );
  return true;
}

/** The number of accounts per round. */
const BATCH = 100;

/** Makes accounts active again whose status has ended, in any process. @returns the number of accounts */
export async function liftEndedStatuses({ knex, outages }: Services, origin: Origin): Promise<number> {
  const ids = (await knex("users")
    .where("status_until", "<=", now())
    .whereNull("deleted_at")
    .orderBy("status_until")
    .limit(BATCH)
    .pluck("id")) as string[];
  let lifted = 0;
  for (const id of ids)
    try {
      await inTransaction(knex, async (trx) => {
        const user = await lockAccount(trx, id);
        if (user && (await liftEndedStatus({ trx, origin }, user))) lifted++;
      });
    } catch (error) {
      // the other accounts don't wait for this one
      outages.warn(error, "could not make an account active again", { user_id: id });
    }
  return lifted;
}
