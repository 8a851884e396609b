import { ActionForbidden, RowNotFound } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { PersonalAccessToken } from "../../models/personal-access-token.js";
import type { User } from "../../models/user.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { TokenListQuery, type TokenListRow, type TokenScope } from "../../models/lists/token-list.js";
import { lockActorAndTarget } from "../access/locks.js";
import type { Administrator } from "../access/actor.js";
import { rolesOf, type RoleView } from "../access/authority.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorContext, type ActorCall, type ReadCall } from "../context.js";
import { endToken, findPersonalToken } from "./personal-tokens.js";
import { hiddenRoleIds } from "../access/visible-users.js";

const READ = "api-tokens.read";
const DELETE = "api-tokens.delete";

export interface ListedToken {
  token: TokenListRow;
  mayRevoke: boolean;
}

/** Whether the actor can see other users' tokens. */
export const seesAllTokens = (actor: Administrator): boolean => actor.can(READ);

/**
 * Lists the tokens of all users whom the actor can see; only the actor's own without `api-tokens.read`. Revoked
 * tokens are left out.
 */
export async function listTokens(
  { services, actor, signal }: ReadCall<Administrator>,
  request: PageRequest & { search: string },
): Promise<ListPage<ListedToken>> {
  const found = await services.reads.run(
    (knex) =>
      readPage(request, new TokenListQuery(knex, scopeOf(actor), request.search, { upTo: request.upTo })),
    { signal },
  );
  return mapPage(found, (token) => ({
    token,
    mayRevoke: token.user_id === actor.id || mayEndTokensOf(actor, rolesOf(token.role_ids, actor.allRoles)),
  }));
}

const scopeOf = (actor: Administrator): TokenScope => ({
  hiddenRoleIds: hiddenRoleIds(actor),
  ownerId: seesAllTokens(actor) ? null : actor.id,
});

/** Revoking other users' tokens also requires permission to see them. */
const mayEndOthers = (actor: Administrator): boolean => seesAllTokens(actor) && actor.can(DELETE);

/** Whether the actor can revoke tokens of another user that it sees. */
const mayEndTokensOf = (actor: Administrator, roles: RoleView[]): boolean =>
  mayEndOthers(actor) && actor.hasAllPermissionsOfAccount(roles);

/**
 * Revokes a token of the actor, or of another user, who is notified by mail.
 * @throws ActionForbidden without the permission, and for an account with more permissions than the actor;
 * RowNotFound when the token doesn't exist or the actor can't see it
 */
export async function revokeVisibleToken(call: ActorCall<Administrator>, tokenId: string): Promise<void> {
  const { services, actor } = call;
  const token = await findPersonalToken(services.knex, tokenId);
  if (token?.user_id === actor.id) {
    await inActorContext(call, (context) => endToken(context, token));
    return;
  }
  // checked first, so that an actor without the permission learns nothing about the token
  if (!mayEndOthers(actor)) throw new ActionForbidden();
  if (!token) throw new RowNotFound();
  await revokeForOther(call, token);
}

async function revokeForOther(call: ActorCall<Administrator>, token: PersonalAccessToken): Promise<void> {
  await inActorContext(call, async (context) => {
    const { actor, account: owner, roles } = await lockActorAndTarget(context, token.user_id);
    if (!mayEndTokensOf(actor, roles)) throw new ActionForbidden(text("failure.account_above"));
    await endTokenOfOther(context, owner, token);
  });
}

/** Revokes a token and notifies its owner by mail, in the caller's transaction. A second time nothing happens. */
export async function endTokenOfOther(
  context: ActorContext<Administrator>,
  owner: User,
  token: PersonalAccessToken,
): Promise<void> {
  if (!(await endToken(context, token))) return;
  const url = linkTo(context.services, "tokens");
  const values = { token: token.name };
  await queueNotice(context, owner, { kind: "token_revoked", values, url });
}
