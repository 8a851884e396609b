import DataLoader from "dataloader";
import type { Knex } from "knex";
import { selectAll } from "../database/raw.js";
import type { RowReader } from "../database/row-reader.js";
import { isSqlite } from "../database/table.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import { now } from "../lib/clock.js";
import { parseOptions, type ClientOptions } from "./client-options.js";
import { publicUserColumns, type PublicUserRow } from "./public-user.js";
import type { TokenKind } from "./token-kind.js";

/** A deleted account, or one whose revocation is pending, has no valid credentials. */
export const HAS_ACCESS = "u.deleted_at is null and u.revocation_pending_at is null";

/**
 * A credential and its account, found by one statement, because it runs on every request. The account's columns are
 * null for a client's own token, and for an account that was deleted or whose revocation is pending.
 */
export interface PrincipalRow extends Omit<PublicUserRow, "id"> {
  token_id: string;
  token_scopes: string;
  /** The columns of a personal access token; null for a token of a client. */
  token_name: string | null;
  token_kind: TokenKind | null;
  scopes_selected: boolean | number | null;
  token_confirmed_at: number | null;
  /** The stored value of `oauth.enforce_scopes`; null for its default. */
  enforce_scopes: string | null;
  /** The bound token that created this one. */
  parent_token_id: string | null;
  expires_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
  client_id: string | null;
  /** The organisation that a token of a client is for; null for none. */
  organisation_id: string | null;
  /** The role there of the account, or of the client that acts for itself; null once it has none. */
  organisation_role: string | null;
  /** The resources that the token is for, as a JSON list; null for this service. */
  token_resources: string | null;
  /** SHA-256 of the key that must come with the token; null for a bearer token. */
  token_key: Uint8Array | null;
  /** The options of the token's client, as JSON; null for the defaults. */
  client_options: string | null;
  /** The role of the token's client. */
  client_role_id: string | null;
  authority_version: number;
  /**
   * The stored value of `auth.two_factor_required`; null for its default, `some_factors` while a rule is on and a kind of
   * factors is turned off.
   */
  two_factor_rule: string | null;
  role_ids: string | null;
  user_id: string | null;
  id: string | null;
}

/** The options of the token's client; the defaults for a token that belongs to no client. */
export const clientOptionsOf = (row: PrincipalRow): ClientOptions => parseOptions(row.client_options);

/** Whether the token's client knows its users only by ids of its own. */
export const hasPairwiseClient = (row: PrincipalRow): boolean =>
  clientOptionsOf(row).subject_type === "pairwise";

/** The columns of a token's client. All tokens of a revoked client are revoked, whenever they were issued. */
export const CLIENT = {
  columns:
    "t.client_id, c.options as client_options, c.role_id as client_role_id, coalesce(t.revoked_at, c.revoked_at) as revoked_at",
  join: "join oauth_clients c on c.id = t.client_id",
};
/** The columns for a token that belongs to no client. */
export const NO_CLIENT = {
  columns: "null as client_id, null as client_options, null as client_role_id, t.revoked_at",
  join: "",
};

const OF_PERSON =
  "t.name as token_name, t.kind as token_kind, t.scopes_selected, t.parent_token_id, " +
  "coalesce(t.confirmed_at, t.created_at) as token_confirmed_at, null as token_resources, " +
  "null as token_key, null as organisation_id, null as organisation_role, " +
  "(select s.value from settings s where s.key = 'oauth.enforce_scopes') as enforce_scopes";
/** Looked up only for a token for an organisation, which is valid as long as its holder, a person or the client, has a role there. */
export const ORGANISATION_ROLE = `case
    when t.organisation_id is null then null
    when t.user_id is not null then (
      select m.role from memberships m where m.organisation_id = t.organisation_id and m.user_id = t.user_id)
    when c.organisation_id = t.organisation_id then c.organisation_role
  end as organisation_role`;
const OF_CLIENT =
  `t.organisation_id, ${ORGANISATION_ROLE}, ` +
  "null as token_name, null as token_kind, null as scopes_selected, null as parent_token_id, " +
  "null as token_confirmed_at, " +
  "t.resources as token_resources, t.key_thumbprint as token_key, null as enforce_scopes";

/** The other settings are looked up only while there is a rule. */
const TWO_FACTOR_RULE = `(
  select case when rule.value <> 'none' and exists (
    select 1 from settings factor where factor.key in ('auth.two_factor', 'auth.passkeys') and factor.value = '0'
  ) then 'some_factors' else rule.value end
  from settings rule where rule.key = 'auth.two_factor_required')`;

/** Without `select`, and without the hashes at the end. */
const principals = (table: string, columns: string, client: typeof CLIENT): string => `
    t.id as token_id, t.scopes as token_scopes, t.expires_at, t.last_used_at, t.user_id,
    ${client.columns}, ${columns},
    (select version from cache_versions where name = 'authority') as authority_version,
    ${TWO_FACTOR_RULE} as two_factor_rule,
    ${publicUserColumns("u")}
  from ${table} t ${client.join} left join users u on u.id = t.user_id and ${HAS_ACCESS}
  where t.token_hash`;

const PRINCIPALS = {
  personal_access_tokens: principals("personal_access_tokens", OF_PERSON, NO_CLIENT),
  oauth_access_tokens: principals("oauth_access_tokens", OF_CLIENT, CLIENT),
} as const;
export type TokenTable = keyof typeof PRINCIPALS;

const ofOne = (table: TokenTable): string => `select ${PRINCIPALS[table]} = unhex(?)`;
/** Made once, because a prepared statement is found by its text. */
const OF_ONE: Record<TokenTable, string> = {
  personal_access_tokens: ofOne("personal_access_tokens"),
  oauth_access_tokens: ofOne("oauth_access_tokens"),
};
const MOST_TOGETHER = 100;

/** Finds the credentials of requests. It always sees the last commit, and keeps nothing. */
export interface Principals {
  /** @param hash of the token, in hexadecimal digits */
  find(table: TokenTable, hash: string): Awaitable<PrincipalRow | undefined>;
}

/** @param rows reads from the database of `knex` */
export const principalsOf = (knex: Knex, rows: RowReader): Principals =>
  isSqlite(knex) ? { find: (table, hash) => rows.one(OF_ONE[table], [hash]) } : new PrincipalsTogether(knex);

/**
 * Requests that arrive in one turn of the event loop share a statement, because a statement over the network costs more than the
 * rest of a short request.
 */
class PrincipalsTogether implements Principals {
  private readonly loaders: Record<TokenTable, DataLoader<string, PrincipalRow | undefined>>;

  constructor(knex: Knex) {
    const loader = (table: TokenTable) =>
      new DataLoader((hashes: readonly string[]) => findTogether(knex, table, hashes), {
        cache: false,
        maxBatchSize: MOST_TOGETHER,
        batchScheduleFn: setImmediate, // after all sockets were read
      });
    this.loaders = {
      personal_access_tokens: loader("personal_access_tokens"),
      oauth_access_tokens: loader("oauth_access_tokens"),
    };
  }

  find(table: TokenTable, hash: string): Promise<PrincipalRow | undefined> {
    return this.loaders[table].load(hash);
  }
}

/** @returns the rows in the order of the hashes */
async function findTogether(
  knex: Knex,
  table: TokenTable,
  hashes: readonly string[],
): Promise<(PrincipalRow | undefined)[]> {
  const sql = `select t.token_hash, ${PRINCIPALS[table]} in (${hashes.map(() => "?").join(", ")})`;
  const bindings = hashes.map((hash) => Buffer.from(hash, "hex"));
  const rows = await selectAll<PrincipalRow & { token_hash: Buffer }>(knex, sql, bindings);
  const found = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
  return hashes.map((hash) => found.get(hash));
}

interface TokenEnd {
  revoked_at: number | null;
  expires_at: number;
  parent_token_id: string | null;
}

/** A token by its id, which is unique across both tables. */
const TOKEN_END = `
  select t.revoked_at, t.expires_at, t.parent_token_id from personal_access_tokens t where t.id = ?
  union all
  select coalesce(t.revoked_at, c.revoked_at), t.expires_at, null from oauth_access_tokens t ${CLIENT.join}
  where t.id = ?`;

/** Whether a token's parent is active, and its parent in turn. A token without a parent has nothing to wait for. */
export function isParentActive(rows: RowReader, id: string | null): Awaitable<boolean> {
  if (id === null) return true;
  return andThen(rows.one<TokenEnd>(TOKEN_END, [id, id]), (parent) =>
    parent === undefined || parent.revoked_at !== null || parent.expires_at <= now()
      ? false
      : isParentActive(rows, parent.parent_token_id),
  );
}

/** A session, which may have expired, and its account with the columns that every page needs, found by one statement. */
export interface SessionPrincipalRow extends PublicUserRow {
  session_public_id: string;
  session_payload: string;
  session_created_at: number;
  session_last_activity: number;
  session_expires_at: number;
  authority_version: number;
  role_ids: string | null;
  password_changed_at: number | null;
  has_password: boolean | number;
  passkey_offer_dismissed_at: number | null;
  has_organisations: boolean | number;
}

const SESSION = `
  select s.public_id as session_public_id, s.payload as session_payload, s.created_at as session_created_at,
    s.last_activity as session_last_activity, s.expires_at as session_expires_at,
    (select version from cache_versions where name = 'authority') as authority_version,
    ${publicUserColumns("u")}, u.password_changed_at, u.password is not null as has_password,
    u.passkey_offer_dismissed_at,
    exists (select 1 from memberships m where m.user_id = u.id) as has_organisations
  from sessions s join users u on u.id = s.user_id and ${HAS_ACCESS}
  where s.id = unhex(?)`;

/** @param hash of the id in the cookie, in hexadecimal digits */
export function findSessionPrincipal(
  rows: RowReader,
  hash: string,
): Awaitable<SessionPrincipalRow | undefined> {
  return rows.one(SESSION, [hash]);
}
