import type { Knex } from "knex";
import { deviceSentence } from "../../lib/text/devices.js";
import { RowNotFound } from "../../lib/failures.js";
import type { PersonalAccessToken } from "../../models/personal-access-token.js";
import type { User } from "../../models/user.js";
import { localeOf, say, translatorOf } from "../../texts/translate.js";
import { lockActorAndTarget } from "../access/locks.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { endApplication, listApplications, type Application } from "../oauth/grants/applications.js";
import { closeSession, listSessions, type ListedSession } from "../sessions/own-sessions.js";
import { findPersonalToken, listPersonalTokens } from "../tokens/personal-tokens.js";
import { endTokenOfOther } from "../tokens/token-administration.js";

type ReadCall = Pick<ActorCall, "services" | "actor">;

/** The active browser sessions of an account, last used first. @throws RowNotFound when the actor can't see it */
export const listSessionsOf = (call: ReadCall, id: string): Promise<ListedSession[]> =>
  listOf(call, id, listSessions);

/** The tokens of an account that weren't revoked, latest first. @throws RowNotFound when the actor can't see it */
export const listTokensOf = (call: ReadCall, id: string): Promise<PersonalAccessToken[]> =>
  listOf(call, id, listPersonalTokens);

/** The clients with access to an account, by name. @throws RowNotFound when the actor can't see it */
export const listApplicationsOf = (call: ReadCall, id: string): Promise<Application[]> =>
  listOf(call, id, listApplications);

/**
 * Ends one browser session of another account, whose owner is notified by mail.
 * @throws RowNotFound when it has ended, ActionForbidden
 */
export async function endSessionOf(call: ActorCall, id: string, publicId: string): Promise<void> {
  await change(call, id, async (context, owner) => {
    const ended = await closeSession(context.trx, id, publicId);
    if (!ended) throw new RowNotFound();
    await recordActorActivity(context, "sessions_ended", { type: "user", id }, { count: 1 });
    const device = say(deviceSentence(ended.userAgent), translatorOf(localeOf(owner)));
    const url = linkTo(context.services, "browser-sessions");
    await queueNotice(context, owner, { kind: "session_ended", values: { device }, url });
  });
}

/**
 * Revokes one personal access token of another account, whose owner is notified by mail. A second time nothing happens.
 * @throws RowNotFound when the account has no such token, ActionForbidden
 */
export async function revokeTokenOf(call: ActorCall, id: string, tokenId: string): Promise<void> {
  await change(call, id, async (context, owner) => {
    const token = await findPersonalToken(context.trx, tokenId);
    if (token?.user_id !== id) throw new RowNotFound();
    await endTokenOfOther(context, owner, token);
  });
}

/**
 * Revokes the access of one client to another account, whose owner is notified by mail. A second time nothing happens.
 * @throws RowNotFound when the client never had access, ActionForbidden
 */
export async function revokeApplicationOf(call: ActorCall, id: string, clientId: string): Promise<void> {
  await change(call, id, async (context, owner) => {
    const application = await endApplication(context, id, clientId);
    if (application === null) return;
    const url = linkTo(context.services, "applications");
    await queueNotice(context, owner, { kind: "application_revoked", values: { application }, url });
  });
}

/** @throws RowNotFound when the actor can't see the account */
async function listOf<T>(
  { services: { knex }, actor }: ReadCall,
  id: string,
  list: (knex: Knex, userId: string) => Promise<T[]>,
): Promise<T[]> {
  await getVisibleUser(knex, actor, id);
  return list(knex, id);
}

/** The right is the one that ends all of them together. @throws RowNotFound, ActionForbidden */
async function change(
  call: ActorCall,
  id: string,
  work: (context: ActorContext, owner: User) => Promise<void>,
): Promise<void> {
  await inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).access);
    await work(context, target.account);
  });
}
