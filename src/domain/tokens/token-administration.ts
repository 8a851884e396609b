import { ActionForbidden, RowNotFound } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { PersonalAccessToken } from "../../models/personal-access-token.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/list-page.js";
import { TokenListQuery, type TokenListRow, type TokenScope } from "../../models/token-list.js";
import { lockActorAndTarget } from "../access/locks.js";
import type { Actor } from "../access/actor.js";
import { rolesOf, type RoleView } from "../access/authority.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type Caller } from "../context.js";
import { endToken, findPersonalToken } from "./personal-tokens.js";
import { hiddenRoleIds } from "../access/visible-users.js";

const READ = "api-tokens.read";
const DELETE = "api-tokens.delete";

export interface ListedToken {
  token: TokenListRow;
  mayRevoke: boolean;
}

/** Whether the actor sees the tokens of others. */
export const seesAllTokens = (actor: Actor): boolean => actor.can(READ);

/** The tokens of everybody within the actor's rank; without `api-tokens.read` the actor's own. Revoked ones are gone. */
export async function listTokens(
  { services, actor }: Pick<Caller, "services" | "actor">,
  request: PageRequest & { search: string },
): Promise<ListPage<ListedToken>> {
  const query = new TokenListQuery(services.knex, scopeOf(actor), request.search);
  const found = await readPage(request, (...slice) => query.slice(...slice));
  return mapPage(found, (token) => ({
    token,
    mayRevoke: token.user_id === actor.id || mayEndTokensOf(actor, rolesOf(token.role_ids, actor.allRoles)),
  }));
}

const scopeOf = (actor: Actor): TokenScope => ({
  hiddenRoleIds: hiddenRoleIds(actor),
  ownerId: seesAllTokens(actor) ? null : actor.id,
});

/** Tokens of others are only ended by who may read them. */
const mayEndOthers = (actor: Actor): boolean => seesAllTokens(actor) && actor.can(DELETE);

/** Of somebody else whom the actor may see. */
const mayEndTokensOf = (actor: Actor, roles: RoleView[]): boolean =>
  mayEndOthers(actor) && actor.holdsEverythingOfAccount(roles);

/**
 * Ends a token: the actor's own, or that of somebody else, who is told by mail.
 * @throws ActionForbidden without the permission, and for an account that may do more than the actor; RowNotFound when
 *   there is none, or none that the actor may see
 */
export async function revokeVisibleToken(caller: Caller, tokenId: string): Promise<void> {
  const { services, actor } = caller;
  const token = await findPersonalToken(services.knex, tokenId);
  if (token?.user_id === actor.id) {
    await inActorContext(caller, (context) => endToken(context, token));
    return;
  }
  // asked before whether there is one: who may not is told nothing
  if (!mayEndOthers(actor)) throw new ActionForbidden();
  if (!token) throw new RowNotFound();
  await revokeForOther(caller, token);
}

async function revokeForOther(caller: Caller, token: PersonalAccessToken): Promise<void> {
  await inActorContext(caller, async (context) => {
    const { actor, account: owner, roles } = await lockActorAndTarget(context, token.user_id);
    if (!mayEndTokensOf(actor, roles)) throw new ActionForbidden(text("failure.account_above"));
    if (!(await endToken(context, token))) return;
    const url = linkTo(context.services, "tokens");
    const values = { token: token.name };
    await queueNotice(context, owner, { kind: "token_revoked", values, url });
  });
}
