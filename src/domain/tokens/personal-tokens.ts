import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { DAY, now, toRfc3339 } from "../../lib/clock.js";
import { Failure, RowNotFound } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../lib/secrets.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import type { TokenKind } from "../../models/token-kind.js";
import type { User } from "../../models/user.js";
import type { Administrator } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorContext, type ActorCall, type Context } from "../context.js";
import { assertValidInput, longestTokenDays, offeredScopes, type TokenInput } from "./token-input.js";

/** The id is taken, because the same request was sent before. */
export class TokenExists extends Failure {
  constructor() {
    super(text("tokens.already_created"));
  }
}

/** The validated values of a new token. */
export interface NewToken {
  id?: string | undefined;
  kind: TokenKind;
  name: string;
  scopes: readonly string[];
  /** Whether the owner selected the scopes, instead of getting the defaults. */
  isSelected: boolean;
  expiresAt: number;
  /** The bound token that creates this one. */
  parentId?: string | null;
}

export interface IssuedToken {
  id: string;
  name: string;
  scopes: string[];
  /** The plaintext value, which is never stored. */
  value: string;
  expiresAt: number;
}

/** The account's tokens that weren't revoked, latest first, including expired ones until they are pruned. */
export const listPersonalTokens = (knex: Knex, ownerId: string): Promise<PersonalAccessToken[]> =>
  PersonalAccessToken.query(knex)
    .where({ user_id: ownerId })
    .whereNull("revoked_at")
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .execute();

/**
 * Creates a personal access token for the actor. All input is validated before anything is written. A token that a
 * bound token creates holds only scopes of that one, and ends with it at the latest (docs/requirements.md,
 * "Tokens and scopes").
 * @returns the plaintext token, shown once
 * @throws ValidationFailed on `name`, `scopes` or `expires_in_days`; ActionForbidden when the account, its session or
 * the permission has ended; TokenExists
 */
export async function createPersonalToken(call: ActorCall, input: TokenInput): Promise<IssuedToken> {
  const { services, actor } = call;
  const { days = longestTokenDays(services) } = input;
  const offered = offeredScopes(services, actor.bounds);
  assertValidInput(services, { ...input, days }, offered);
  const byDefault = actor.bounds ? offered : services.config.tokens.defaultScopes;
  const scopes = input.scopes.length > 0 ? input.scopes : byDefault;
  const isSelected = input.scopes.length > 0 || actor.bounds !== undefined;
  const expiresAt = Math.min(now() + days * DAY, actor.bounds?.expiresAt ?? Infinity);
  const parentId = actor.bounds ? actor.tokenId : null;
  return inActorContext(call, async (context) => {
    const { id, permission, name } = input;
    const user = await lockActiveActor(context, permission);
    const token = { id, kind: "personal", name, scopes, isSelected, expiresAt, parentId } as const;
    const issued = await issueToken(context, user, token);
    const url = linkTo(services, "tokens");
    const isLimited =
      actor.bounds !== undefined || (isSelected && context.settings.get("oauth.enforce_scopes"));
    const kind = isLimited ? "limited_token_created" : "token_created";
    await queueNotice(context, user, {
      kind,
      values: { token: name, scopes: issued.scopes.join(", ") },
      url,
    });
    return issued;
  });
}

/**
 * Inserts a token and records it, in a transaction of a caller that has locked the account and checked everything. An
 * empty list of scopes means none, or all where the catalogue is empty.
 */
export async function issueToken(
  { trx, origin }: Context,
  { id: ownerId }: User,
  { id, kind, name, scopes, isSelected, expiresAt, parentId = null }: NewToken,
): Promise<IssuedToken> {
  const value = generateToken(PERSONAL_TOKEN);
  const token = await insert(trx, {
    ...(id === undefined ? {} : { id }),
    user_id: ownerId,
    name,
    kind,
    token_hash: sha256(value),
    scopes: [...scopes],
    scopes_selected: isSelected,
    expires_at: expiresAt,
    parent_token_id: parentId,
  });
  const changes = { name, scopes: token.scopes, expires_at: toRfc3339(token.expires_at) };
  const activity = {
    event: "token_created",
    actorId: ownerId,
    subject: subjectOf(token.id),
    ownerId,
  } as const;
  await recordActivity(trx, { ...activity, changes }, origin);
  return { id: token.id, name, scopes: token.scopes, value, expiresAt: token.expires_at };
}

async function insert(
  trx: Knex.Transaction,
  columns: Partial<PersonalAccessToken>,
): Promise<PersonalAccessToken> {
  try {
    return await PersonalAccessToken.issue(trx, columns);
  } catch (error) {
    throw isUniqueViolation(error) ? new TokenExists() : error;
  }
}

/** Revokes one of the actor's own tokens. @throws RowNotFound when the actor has no such token */
export async function revokeOwnToken(call: ActorCall, tokenId: string): Promise<void> {
  const token = await findPersonalToken(call.services.knex, tokenId);
  if (token?.user_id !== call.actor.id) throw new RowNotFound();
  await inActorContext(call, (context) => endToken(context, token));
}

/** The token with this id, active or not. */
export async function findPersonalToken(knex: Knex, id: string): Promise<PersonalAccessToken | undefined> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  return isUuid(id) ? PersonalAccessToken.query(knex).findById(id) : undefined;
}

/**
 * Revokes a token, and those that it created, in the caller's transaction. One that an application's token created
 * ends with that one without being revoked (auth/token-guard.ts).
 * @returns whether it was active
 */
export async function endToken(
  context: ActorContext<Administrator>,
  { id, name, user_id }: PersonalAccessToken,
): Promise<boolean> {
  const { trx, actor, origin } = context;
  const revoked = await PersonalAccessToken.query(trx)
    .findById(id)
    .whereNull("revoked_at")
    .patch({ revoked_at: now() });
  if (revoked === 0) return false;
  const changes = { name, owner_id: user_id };
  const activity = { event: "token_revoked", subject: subjectOf(id), ownerId: user_id } as const;
  await recordActivity(trx, { ...activity, actorId: actor.id, changes }, origin);
  for (const child of await PersonalAccessToken.query(trx).where({ parent_token_id: id }))
    await endToken(context, child);
  return true;
}

const subjectOf = (id: string) => ({ type: "personal_access_token", id });
