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
import type { Administrator } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorContext, type Caller, type Context } from "../context.js";
import type { Services } from "../services.js";

/** The id is taken, because the same request was sent before. */
export class TokenExists extends Failure {
  constructor() {
    super(text("tokens.already_created"));
  }
}

export interface TokenInput {
  /** The id from a form, so that submitting it twice creates one token. */
  id?: string | undefined;
  name: string;
  scopes: readonly string[];
  /** The longest lifetime when absent. */
  days?: number;
  /** The permission that the page requires; none in the profile. */
  permission?: string | undefined;
}

/** The validated values of a new token. */
export interface NewToken {
  id?: string | undefined;
  kind: TokenKind;
  name: string;
  scopes: readonly string[];
  /** Whether the owner selected the scopes, instead of getting the defaults. */
  isSelected: boolean;
  lifetimeMs: number;
}

export interface IssuedToken {
  id: string;
  name: string;
  scopes: string[];
  /** The value in clear, which is never stored. */
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

/** The longest lifetime of a personal access token, in days. */
export const longestTokenDays = ({ config }: Services): number =>
  Math.max(1, Math.floor(config.tokens.personalTokenMs / DAY));

/**
 * Creates a personal access token for the actor. All input is validated before anything is written.
 * @returns the token in clear, shown once
 * @throws ValidationFailed on `name`, `scopes` or `expires_in_days`; ActionForbidden when the account, its session or
 * the permission has ended; TokenExists
 */
export async function createPersonalToken(caller: Caller, input: TokenInput): Promise<IssuedToken> {
  const { services } = caller;
  const { days = longestTokenDays(services) } = input;
  assertValidInput(services, { ...input, days });
  const isSelected = input.scopes.length > 0;
  const scopes = isSelected ? input.scopes : services.config.tokens.defaultScopes;
  const lifetimeMs = days * DAY;
  return inActorContext(caller, async (context) => {
    const { id, permission, name } = input;
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
 * Inserts a token and records it, in a transaction of a caller that has locked the account and checked everything. An
 * empty list of scopes means none, or all where the catalogue is empty.
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
    return await PersonalAccessToken.issue(trx, columns);
  } catch (error) {
    throw isUniqueViolation(error) ? new TokenExists() : error;
  }
}

/** Revokes one of the actor's own tokens. @throws RowNotFound when the actor has no such token */
export async function revokeOwnToken(caller: Caller, tokenId: string): Promise<void> {
  const token = await findPersonalToken(caller.services.knex, tokenId);
  if (token?.user_id !== caller.actor.id) throw new RowNotFound();
  await inActorContext(caller, (context) => endToken(context, token));
}

/** The token with this id, active or not. */
export async function findPersonalToken(knex: Knex, id: string): Promise<PersonalAccessToken | undefined> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  return isUuid(id) ? PersonalAccessToken.query(knex).findById(id) : undefined;
}

/** Revokes a token in the caller's transaction. @returns whether it was active */
export async function endToken(
  { trx, actor, origin }: ActorContext<Administrator>,
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

/** @throws ValidationFailed with all problems */
function assertValidInput(services: Services, { name, scopes, days }: TokenInput & { days: number }): void {
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

/** Only scopes of the catalogue are allowed, and never `*`. */
function scopesProblem(wanted: readonly string[], allowed: readonly string[]): Text | null {
  if (wanted.some((scope) => scope === "*" || !allowed.includes(scope)))
    return text("validation.scopes.unknown");
  return new Set(wanted).size < wanted.length ? text("validation.scopes.twice") : null;
}

const daysProblem = (days: number, longest: number): Text | null =>
  Number.isInteger(days) && days >= 1 && days <= longest
    ? null
    : text("validation.token.days", { max: longest });
