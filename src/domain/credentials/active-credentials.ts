import type { Administrator } from "../access/actor.js";
import type { Knex } from "knex";
import { pooledReader } from "../../database/row-reader.js";
import { accountFigures } from "../overview/account-overview.js";
import { lockActorAndTarget } from "../access/locks.js";
import { listApplications } from "../oauth/grants/applications.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { isNothing, revokeAccess } from "./revoke-user-access.js";
import { inActorContext, type ActorCall } from "../context.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";

/** How many active credentials an account has. */
export interface ActiveCredentials {
  /** Browser sessions. */
  sessions: number;
  /** Personal access tokens. */
  tokens: number;
  /** Clients with access to the account, or that get it without another consent. */
  applications: number;
}

export async function countActiveCredentials(knex: Knex, userId: string): Promise<ActiveCredentials> {
  const figures = await accountFigures(pooledReader(knex), userId);
  const applications = await listApplications(knex, userId);
  return {
    sessions: figures?.sessions ?? 0,
    tokens: figures?.tokens ?? 0,
    applications: applications.length,
  };
}

/**
 * Revokes all credentials of another account: sessions, tokens, codes, pending challenges and reset links. The
 * account stays as it is. Its owner is notified by mail and can sign in again.
 * @returns the number of credentials that were active, or null when there were none
 * @throws RowNotFound, ActionForbidden
 */
export async function endAccess(
  call: ActorCall<Administrator>,
  id: string,
): Promise<ActiveCredentials | null> {
  return inActorContext(call, async (context) => {
    const { services, trx, actor, origin } = context;
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).access);
    const active = await countActiveCredentials(trx, id);
    const revoked = await revokeAccess(trx, id);
    // a repeated request sends no second notice
    if (isNothing(revoked)) return null;
    const subject = { type: "user", id };
    const activity = { event: "access_ended", actorId: actor.id, subject, changes: { revoked } } as const;
    await recordActivity(trx, activity, origin);
    const notice = { kind: "access_ended", url: linkTo(services, "login") } as const;
    await queueNotice(context, target.account, notice);
    return active;
  });
}
