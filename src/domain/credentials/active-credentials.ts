import type { Knex } from "knex";
import { accountFigures } from "../overview/account-overview.js";
import { lockActorAndTarget } from "../access/locks.js";
import { listApplications } from "../oauth/applications.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { isNothing, revokeAccess } from "./revoke-user-access.js";
import { inActorContext, type Caller } from "../context.js";
import { demand, rightsOver } from "../access/user-rights.js";

/** How much of an account opens something at this moment. */
export interface OpenAccess {
  /** In browsers. */
  sessions: number;
  /** Personal access tokens. */
  tokens: number;
  /** That may act for it, or need no new permission to. */
  applications: number;
}

export async function openAccessOf(knex: Knex, userId: string): Promise<OpenAccess> {
  const figures = await accountFigures(knex, userId);
  const applications = await listApplications(knex, userId);
  return {
    sessions: figures?.sessions ?? 0,
    tokens: figures?.tokens ?? 0,
    applications: applications.length,
  };
}

/**
 * Ends whatever opens an account of somebody else: sessions, tokens, codes, pending challenges and reset links. The
 * account stays as it is, and its owner, who is told by mail, can sign in again.
 * @returns what was open, or null when there was nothing to end
 * @throws RowNotFound, ActionForbidden
 */
export async function endAccess(caller: Caller, id: string): Promise<OpenAccess | null> {
  return inActorContext(caller, async (context) => {
    const { services, trx, actor, origin } = context;
    const target = await lockActorAndTarget(context, id);
    demand(rightsOver(target.actor, target).access);
    const open = await openAccessOf(trx, id);
    const revoked = await revokeAccess(trx, id);
    // sent twice, it tells once
    if (isNothing(revoked)) return null;
    const subject = { type: "user", id };
    const activity = { event: "access_ended", actorId: actor.id, subject, changes: { revoked } } as const;
    await recordActivity(trx, activity, origin);
    const notice = { kind: "access_ended", url: linkTo(services, "login") } as const;
    await queueNotice(context, target.account, notice);
    return open;
  });
}
