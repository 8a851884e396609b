import type { Knex } from "knex";
import type { RowReader } from "../../../database/row-reader.js";
import { now } from "../../../lib/clock.js";
import { sha256Hex } from "../../../lib/secrets.js";
import type { SignInMethod } from "../../access/sign-in.js";

/** Single claims that an authorization request asks for (OpenID Connect Core, section 5.5). */
export interface RequestedClaims {
  /** Claims for the ID token. */
  id_token: readonly string[];
  /** Claims for the userinfo endpoint. */
  userinfo: readonly string[];
}

/** How the user signed in to a client (OpenID Connect Core, section 2). */
export interface OAuthLogin {
  /** The grant. */
  familyId: string;
  clientId: string;
  userId: string;
  /** The public id of the browser session: the claim `sid`. */
  sessionId: string;
  /** As the client sent it; null for none. */
  nonce: string | null;
  /** Claims that were requested one by one; null for none. */
  claims: RequestedClaims | null;
  /** Whether the client wants to know when the session ends. */
  notifiesLogout?: boolean;
  /** When the user last proved who they are, in milliseconds since the epoch. */
  authenticatedAt: number;
  /** Null for a session that an older version started. */
  method: SignInMethod | null;
}

/** How and when the user last proved who they are. */
export type Proof = Pick<OAuthLogin, "authenticatedAt" | "method">;

interface Row {
  family_id: string;
  client_id: string;
  user_id: string;
  session_id: string;
  nonce: string | null;
  claims: string | null;
  authenticated_at: number;
  method: SignInMethod | null;
}

/** Inserts the login. The caller's transaction has locked the user and the client. */
export async function saveLogin(trx: Knex.Transaction, login: OAuthLogin): Promise<void> {
  await trx("oauth_logins").insert({
    family_id: login.familyId,
    client_id: login.clientId,
    user_id: login.userId,
    session_id: login.sessionId,
    nonce: login.nonce,
    claims: login.claims && JSON.stringify(login.claims),
    notifies_logout: login.notifiesLogout ?? false,
    authenticated_at: login.authenticatedAt,
    method: login.method,
    created_at: now(),
  });
}

/** The login of a grant; undefined for a grant without OpenID Connect. */
export async function findLogin(knex: Knex, familyId: string): Promise<OAuthLogin | undefined> {
  const row = (await knex("oauth_logins").where({ family_id: familyId }).first()) as Row | undefined;
  return (
    row && {
      familyId: row.family_id,
      clientId: row.client_id,
      userId: row.user_id,
      sessionId: row.session_id,
      nonce: row.nonce,
      claims: row.claims === null ? null : (JSON.parse(row.claims) as RequestedClaims),
      authenticatedAt: row.authenticated_at,
      method: row.method,
    }
  );
}

const OF_TOKEN = `select claims from oauth_logins
  where family_id = (select family_id from oauth_access_tokens where token_hash = unhex(?))`;

/** The single claims that the grant of an access token includes for the userinfo endpoint. */
export async function userinfoClaims(rows: RowReader, accessToken: string): Promise<readonly string[]> {
  const row = await rows.one<{ claims: string | null }>(OF_TOKEN, [sha256Hex(accessToken)]);
  return row?.claims ? (JSON.parse(row.claims) as RequestedClaims).userinfo : [];
}
