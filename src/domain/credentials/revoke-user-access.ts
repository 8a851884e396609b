import type { Knex } from "knex";
import { lockOnEveryNode } from "../../database/locks.js";
import { PATIENCE } from "../../database/retry.js";
import { inTransaction } from "../../database/transaction.js";
import { CREDENTIAL_TABLES } from "../../models/credential-kinds.js";
import { endCredentials, type EndedCredentials } from "../../models/ending-credentials.js";
import { recordActivity } from "../audit/record.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";

/** Table → how many credentials were ended. */
export type RevokedAccess = EndedCredentials;

/**
 * Ends every credential of an account: tokens, unredeemed codes, pending challenges, reset links and
 * sessions. Part of the caller's transaction, which has locked the account. @throws on a database error
 */
export async function revokeAccess(trx: Knex.Transaction, userId: string): Promise<RevokedAccess> {
  const ended = await endCredentials(trx, CREDENTIAL_TABLES, { user_id: userId });
  await trx("users")
    .where({ id: userId })
    .whereNotNull("revocation_pending_at")
    .update({ revocation_pending_at: null });
  return ended;
}

export const isNothing = (revoked: RevokedAccess): boolean =>
  Object.values(revoked).every((count) => count === 0);

/** Who denied the status, and from where. */
export interface Denial {
  actorId: string | null;
  origin: Origin;
}

/** Nobody waits for long: what is left is done later, and opens nothing until then. */
const PATIENCE_OF_A_BAN = { ...PATIENCE, attempts: 3 };

/**
 * What a ban does. The status is written with `revocation_pending_at`, in a transaction that touches the account alone;
 * from then on none of its credentials opens anything. This action revokes them afterwards, in a transaction of its own:
 * a row that somebody else has locked can't keep the status from being written.
 */
export class RevokeUserAccessAction {
  constructor(private readonly services: Services) {}

  /**
   * Never throws: what fails is logged, and done later by `revokePending`.
   * @returns what was ended; null when nothing was pending, or when it failed
   */
  async execute(userId: string, denial: Denial): Promise<RevokedAccess | null> {
    const { knex, log } = this.services;
    try {
      return await inTransaction(knex, (trx) => revokeIfPending(trx, userId, denial), PATIENCE_OF_A_BAN);
    } catch (error) {
      log.error({ err: error, user_id: userId }, "the access of a denied account is yet to be revoked");
      return null;
    }
  }
}

async function revokeIfPending(
  trx: Knex.Transaction,
  userId: string,
  { actorId, origin }: Denial,
): Promise<RevokedAccess | null> {
  await lockOnEveryNode(trx, [userId]);
  const pending: unknown = await trx("users")
    .where({ id: userId })
    .whereNotNull("revocation_pending_at")
    .forUpdate()
    .first("id");
  if (!pending) return null;
  const revoked = await revokeAccess(trx, userId);
  const subject = { type: "user", id: userId };
  await recordActivity(trx, { event: "account_cut_off", actorId, subject, changes: { revoked } }, origin);
  return revoked;
}

/** How many accounts one round takes on. */
const BATCH = 100;

/** Finishes what `RevokeUserAccessAction` could not, in any process. @returns how many accounts */
export async function revokePending(services: Services, origin: Origin): Promise<number> {
  const ids = (await services
    .knex("users")
    .whereNotNull("revocation_pending_at")
    .orderBy("revocation_pending_at")
    .limit(BATCH)
    .pluck("id")) as string[];
  const action = new RevokeUserAccessAction(services);
  let finished = 0;
  for (const id of ids) if (await action.execute(id, { actorId: null, origin })) finished++;
  return finished;
}
