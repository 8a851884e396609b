import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { DAY, now, toRfc3339 } from "../../lib/clock.js";
import { Failure, RowNotFound, ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../lib/secrets.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { SERVICE_TOKEN_NAMES, type TokenKind } from "../../models/token-kind.js";
import type { User } from "../../models/user.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorContext, type Caller, type Context } from "../context.js";
import type { Services } from "../services.js";

/** The id is taken: what was asked for happened before. */
export class TokenExists extends Failure {
  constructor() {
    super(text("tokens.already_created"));
  }
}

export interface TokenWish {
  /** Of a form that brings its own: it makes one token, however often it is sent. */
  id?: string | undefined;
  name: string;
  scopes: readonly string[];
  /** The longest that is allowed, when it is left out. */
  days?: number;
  /** What the owner must be allowed where the token is made; in the profile nothing. */
  permission?: string | undefined;
}

/** A token to be written; what it says has been judged. */
export interface NewToken {
  id?: string | undefined;
  kind: TokenKind;
  name: string;
  scopes: readonly string[];
  /** Whether the owner selected the scopes, rather than the service. */
  isSelected: boolean;
  lifetimeMs: number;
}

export interface IssuedToken {
  id: string;
  name: string;
  scopes: string[];
  /** In clear; it is never stored. */
  value: string;
  expiresAt: number;
}

/** What an account holds and has not revoked, the latest first; expired ones until they are pruned. */
export const listPersonalTokens = (knex: Knex, ownerId: string): Promise<PersonalAccessToken[]> =>
  PersonalAccessToken.query(knex)
    .where({ user_id: ownerId })
    .whereNull("revoked_at")
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .execute();

/** The longest life of a personal access token, in days. */
export const longestTokenDays = ({ config }: Services): number =>
  Math.max(1, Math.floor(config.tokens.personalTokenMs / DAY));

/**
 * Makes a personal access token for the owner itself. Everything is judged before anything is made.
 * @returns the token in clear, once
 * @throws ValidationFailed on `name`, `scopes` or `expires_in_days`; ActionForbidden when the account its session
 *   or the permission ended meanwhile; TokenExists
 */
export async function createPersonalToken(caller: Caller, wish: TokenWish): Promise<IssuedToken> {
  const { services } = caller;
  const { days = longestTokenDays(services) } = wish;
  assertWish(services, { ...wish, days });
  const isSelected = wish.scopes.length > 0;
  const scopes = isSelected ? wish.scopes : services.config.tokens.defaultScopes;
  const lifetimeMs = days * DAY;
  return inActorContext(caller, async (context) => {
    const { id, permission, name } = wish;
    const user = await lockActiveActor(context, permission);
    const token = { id, kind: "personal", name, scopes, isSelected, lifetimeMs } as const;
    const issued = await issueToken(context, user, token);
    const url = linkTo(services, "tokens");
    const notice = { kind: "token_created", values: { token: name }, url } as const;
    await queueNotice(context, user, notice);
    return issued;
  });
}

/**
 * Writes a token and the log of it, as part of the caller's transaction, which has locked the account and asked all
 * there is to ask. No scopes stand for none at all, or for everything where the catalogue is empty.
 */
export async function issueToken(
  { trx, origin }: Context,
  { id: ownerId }: User,
  { id, kind, name, scopes, isSelected, lifetimeMs }: NewToken,
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
    expires_at: now() + lifetimeMs,
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
    return await PersonalAccessToken.query(trx).insert(columns);
  } catch (error) {
    throw isUniqueViolation(error) ? new TokenExists() : error;
  }
}

/** Ends a token of the owner itself. @throws RowNotFound when the owner has no such token */
export async function revokeOwnToken(caller: Caller, tokenId: string): Promise<void> {
  const token = await findPersonalToken(caller.services.knex, tokenId);
  if (token?.user_id !== caller.actor.id) throw new RowNotFound();
  await inActorContext(caller, (context) => endToken(context, token));
}

/** The token of this id, alive or not. */
export async function findPersonalToken(knex: Knex, id: string): Promise<PersonalAccessToken | undefined> {
  // MariaDB compares an id with ASCII only
  return isUuid(id) ? PersonalAccessToken.query(knex).findById(id) : undefined;
}

/** Ends a token, as part of the caller's transaction. @returns whether it lived: one that is revoked stays as it is */
export async function endToken(
  { trx, actor, origin }: ActorContext,
  { id, name, user_id }: PersonalAccessToken,
): Promise<boolean> {
  const revoked = await PersonalAccessToken.query(trx)
    .findById(id)
    .whereNull("revoked_at")
    .patch({ revoked_at: now() });
  if (revoked === 0) return false;
  const changes = { name, owner_id: user_id };
  const activity = { event: "token_revoked", subject: subjectOf(id), ownerId: user_id } as const;
  await recordActivity(trx, { ...activity, actorId: actor.id, changes }, origin);
  return true;
}

const subjectOf = (id: string) => ({ type: "personal_access_token", id });

/** Says everything that is wrong at once. */
function assertWish(services: Services, { name, scopes, days }: TokenWish & { days: number }): void {
  const problems = {
    name: nameProblem(name),
    scopes: scopesProblem(scopes, services.config.tokens.scopes),
    expires_in_days: daysProblem(days, longestTokenDays(services)),
  };
  const wrong = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
}

const nameProblem = (name: string): Text | null =>
  SERVICE_TOKEN_NAMES.includes(name) ? text("validation.token.reserved", { name }) : null;

/** The catalogue is the allow-list, word for word; `*` is never in it. */
function scopesProblem(wanted: readonly string[], allowed: readonly string[]): Text | null {
  if (wanted.some((scope) => scope === "*" || !allowed.includes(scope)))
    return text("validation.scopes.unknown");
  return new Set(wanted).size < wanted.length ? text("validation.scopes.twice") : null;
}

const daysProblem = (days: number, longest: number): Text | null =>
  Number.isInteger(days) && days >= 1 && days <= longest
    ? null
    : text("validation.token.days", { max: longest });
