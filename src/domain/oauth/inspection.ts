import { validate as isUuid } from "uuid";
import { selectOne } from "../../database/raw.js";
import { now, SECOND } from "../../lib/clock.js";
import { ACCESS_TOKEN, isWellFormedToken, PERSONAL_TOKEN, REFRESH_TOKEN, sha256 } from "../../lib/secrets.js";
import type { RegisteredClient } from "../../models/oauth-client.js";
import type { Services } from "../services.js";
import { CLIENT_COLUMNS, clientFrom, findClient, type ClientRow } from "./parties.js";

/** What is known of a living token (RFC 7662, section 2.2). Times in seconds since the epoch. */
export interface TokenFacts {
  scope?: string;
  client_id?: string;
  /** The account; absent when the client speaks for itself. */
  sub?: string;
  token_type?: "Bearer";
  exp: number;
  iat: number;
}

interface Row {
  token_client_id: string | null;
  user_id: string | null;
  account_id: string | null;
  status: string | null;
  token_scopes: string;
  /** Null when there is no such token. */
  expires_at: number | null;
  created_at: number;
  token_revoked_at: number | null;
  spent_at: number | null;
}

/** The client and the token that it asks about, by one statement. */
const statement = (table: string, clientId: string, spentAt: string): string => `
  select ${CLIENT_COLUMNS}, ${clientId} as token_client_id, t.user_id, u.id as account_id, u.status,
    t.scopes as token_scopes, t.expires_at, t.created_at, t.revoked_at as token_revoked_at, ${spentAt} as spent_at
  from oauth_clients c
    left join ${table} t on t.token_hash = ?
    left join users u on u.id = t.user_id and u.deleted_at is null
  where c.id = ? and c.revoked_at is null`;

const KINDS = [
  { prefix: ACCESS_TOKEN, opens: true, sql: statement("oauth_access_tokens", "t.client_id", "null") },
  {
    prefix: REFRESH_TOKEN,
    opens: false,
    sql: statement("oauth_refresh_tokens", "t.client_id", "t.rotated_at"),
  },
  { prefix: PERSONAL_TOKEN, opens: true, sql: statement("personal_access_tokens", "null", "null") },
];

/**
 * What a client may know of one token: of its own, and of any when an administrator has allowed it. Whatever else there
 * is to say is null: unknown, mistyped, expired, revoked, somebody else's, or of an account that is shut out.
 */
export class Inspection {
  private readonly kind;
  private row: Row | undefined;

  constructor(
    private readonly services: Services,
    private readonly token: string,
  ) {
    this.kind = KINDS.find(({ prefix }) => isWellFormedToken(token, prefix));
  }

  /** The client that asks, and what it asks about. */
  findClient = async (id: string): Promise<RegisteredClient | undefined> => {
    const { knex } = this.services;
    if (!this.kind || !isUuid(id)) return findClient(knex, id);
    const row = await selectOne<Row & ClientRow>(knex, this.kind.sql, [sha256(this.token), id]);
    this.row = row;
    return row && clientFrom(row);
  };

  /** What may be said to this client, which has proved who it is. */
  factsFor(client: RegisteredClient): TokenFacts | null {
    const { config, statusPolicy } = this.services;
    const { row, kind } = this;
    if (!row || !kind || !isAlive(row)) return null;
    const { token_client_id: ownerId, user_id: userId, status, expires_at: expiresAt, created_at } = row;
    if (ownerId !== client.id && !client.may_introspect) return null;
    if (statusPolicy.enforced && statusPolicy.isDenied(status)) return null;
    const scopes = config.tokens.scopes.length === 0 ? ["*"] : (JSON.parse(row.token_scopes) as string[]);
    return {
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      ...(ownerId !== null && { client_id: ownerId }),
      ...(userId !== null && { sub: userId }),
      ...(kind.opens && { token_type: "Bearer" as const }),
      exp: Math.floor(expiresAt / SECOND),
      iat: Math.floor(created_at / SECOND),
    };
  }
}

function isAlive(row: Row): row is Row & { expires_at: number } {
  const { token_revoked_at, spent_at, expires_at, user_id, account_id, token_client_id } = row;
  const hasHolder = user_id === null ? token_client_id !== null : account_id !== null;
  return (
    token_revoked_at === null && spent_at === null && expires_at !== null && expires_at > now() && hasHolder
  );
}
