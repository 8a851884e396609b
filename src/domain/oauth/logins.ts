import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import type { SignInMethod } from "../sessions/sessions.js";

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
  /** When the user last proved who they are, in milliseconds since the epoch. */
  authenticatedAt: number;
  /** Null for a session that an older version started. */
  method: SignInMethod | null;
}

interface Row {
  family_id: string;
  client_id: string;
  user_id: string;
  session_id: string;
  nonce: string | null;
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
      authenticatedAt: row.authenticated_at,
      method: row.method,
    }
  );
}
