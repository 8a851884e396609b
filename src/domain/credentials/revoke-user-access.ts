import type { Knex } from "knex";
import { inTransaction, lockOnEveryNode, RETRY_POLICY } from "../../database/transaction.js";
import { CREDENTIAL_TABLES } from "../../models/credential-kinds.js";
import { endCredentials, type EndedCredentials } from "../../models/revoke-credentials.js";
import { recordActivity } from "../audit/record.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";

/** Table → number of credentials ended. */
export type RevokedAccess = EndedCredentials;

/**
 * Revokes every credential of an account: tokens, unredeemed codes, pending challenges, reset links and sessions.
 * Part of the caller's transaction, which has locked the account. @throws on a database error
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

/**
 * Few attempts, because the request waits. The background work finishes the rest, and until then the credentials are
 * rejected.
 */
const BAN_RETRY_POLICY = { ...RETRY_POLICY, attempts: 3 };

/**
 * Revokes an account's credentials after its status became denied. The status is written first, with
 * `revocation_pending_at`, in a transaction that touches only the account; from then on its credentials are rejected.
 * The revocation is a second transaction, so a row locked elsewhere can't prevent the status from being written.
 */
export class RevokeUserAccessAction {
  constructor(private readonly services: Services) {}

  /**
   * Never throws: a failure is logged, and `revokePending` finishes the work.
   * @returns what was revoked; null when nothing was pending or it failed
   */
  async execute(userId: string, denial: Denial): Promise<RevokedAccess | null> {
    const { knex, log } = this.services;
    try {
      return await inTransaction(knex, (trx) => revokeIfPending(trx, userId, denial), BAN_RETRY_POLICY);
    } catch (error) {
      log.error(
        { err: error, user_id: userId },
        "could not revoke the access of a denied account; it will be tried again",
      );
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

/** The number of accounts per round. */
const BATCH = 100;

/** Finishes pending revocations, in any process. @returns the number of accounts */
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
