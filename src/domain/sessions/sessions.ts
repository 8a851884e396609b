import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type { RowReader } from "../../database/row-reader.js";
import { v4 as uuidv4 } from "uuid";
import { inTransaction } from "../../database/transaction.js";
import { DAY, HOUR, MINUTE, now } from "../../lib/clock.js";
import { sha256, sha256Hex } from "../../lib/secrets.js";
import { endSessions } from "../../models/end-sessions.js";
import { findSessionPrincipal, type SessionPrincipalRow } from "../../models/principals.js";
import type { SignIn, SignInMethod } from "../access/sign-in.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { storedUserAgent, type Origin } from "../audit/origin.js";
import type { Services } from "../services.js";

const IDLE = 2 * HOUR;
const LONGEST = 12 * HOUR;
/** With "remember me" there is no idle timeout. */
export const REMEMBER_ME = 30 * DAY;
const TOUCH_EVERY = MINUTE;

/** How the user signed in. */
export interface SignInWay {
  method: SignInMethod;
  /** The provider at which they did, also with a second factor here. */
  providerId?: string | undefined;
}

/** The session fields outside its columns. */
export interface SessionState {
  remember: boolean;
  /** Missing in sessions that an older version started. */
  method?: SignInMethod;
  providerId?: string;
  /** When the password was last entered, for actions that require a recent one; 0 for never. */
  confirmedAt: number;
}

/** An active session. `id` is the credential and is stored only in the cookie. */
export interface Session extends SessionState {
  id: string;
  publicId: string;
  userId: string;
  createdAt: number;
  lastActivity: number;
}

const randomId = (): string => randomBytes(32).toString("base64url");

const expiryOf = (remember: boolean, createdAt: number, lastActivity: number): number =>
  remember ? createdAt + REMEMBER_ME : Math.min(createdAt + LONGEST, lastActivity + IDLE);

/**
 * Starts a session with a password confirmed just now, except after a sign-in at a provider, which may not have asked
 * for anything. The caller holds the account's lock and has read its status
 * under it, so that no session starts after a ban.
 */
export async function openSession(
  trx: Knex.Transaction,
  { userId, remember, method, providerId }: { userId: string; remember: boolean } & SignInWay,
  origin: Origin,
): Promise<Session> {
  const time = now();
  const confirmedAt = method === "provider" ? 0 : time;
  const state: SessionState = { remember, method, ...(providerId && { providerId }), confirmedAt };
  const session = {
    ...state,
    id: randomId(),
    publicId: uuidv4(),
    userId,
    createdAt: time,
    lastActivity: time,
  };
  await trx("sessions").insert({
    id: sha256(session.id),
    public_id: session.publicId,
    user_id: userId,
    ip_address: origin.ip,
    user_agent: storedUserAgent(origin),
    payload: JSON.stringify(state),
    last_activity: time,
    created_at: time,
    expires_at: expiryOf(remember, time, time),
  });
  return session;
}

/** @param row of the session */
export function signInOf({ session_payload, session_created_at }: SessionPrincipalRow): SignIn {
  const { method, providerId, confirmedAt } = JSON.parse(session_payload) as SessionState;
  return { method, providerId, at: Math.max(session_created_at, confirmedAt) };
}

/** The session of the cookie with its account, while both are active. */
export async function findSession(
  rows: RowReader,
  id: string,
): Promise<{ session: Session; account: SessionPrincipalRow } | null> {
  const row = await findSessionPrincipal(rows, sha256Hex(id));
  if (!row || row.session_expires_at <= now()) return null;
  const session = Object.assign(JSON.parse(row.session_payload) as SessionState, {
    id,
    publicId: row.session_public_id,
    userId: row.id,
    createdAt: row.session_created_at,
    lastActivity: row.session_last_activity,
  });
  return { session, account: row };
}

/**
 * Gives the session a new id at every change of privilege. It is one update, so a session that has
 * ended doesn't come back.
 * @returns null when the session has ended
 */
export async function rotateSession(
  knex: Knex.Transaction,
  session: Session,
  changes: Partial<SessionState> = {},
): Promise<Session | null> {
  const { remember, method, providerId, confirmedAt, createdAt } = session;
  const way = { ...(method && { method }), ...(providerId && { providerId }) };
  const state: SessionState = { remember, confirmedAt, ...way, ...changes };
  const id = randomId();
  const lastActivity = now();
  const renewed = await sessionOf(knex, session.id).update({
    id: sha256(id),
    payload: JSON.stringify(state),
    last_activity: lastActivity,
    expires_at: expiryOf(remember, createdAt, lastActivity),
  });
  return renewed === 1 ? { ...session, ...state, id, lastActivity } : null;
}

/** Records that the password was confirmed just now. @returns null when the session has ended */
export const confirmSession = ({ knex }: Services, session: Session): Promise<Session | null> =>
  // a transaction that is repeated: a ban deletes the same row by another index, and the database may pick this one
  // as the deadlock victim
  inTransaction(knex, (trx) => rotateSession(trx, session, { confirmedAt: now() }));

/** Updates the last use of the session, at most once a minute. Never restores one that has ended. */
export async function touchSession(knex: Knex, session: Session, ip: string | null): Promise<void> {
  const time = now();
  if (time - session.lastActivity < TOUCH_EVERY) return;
  await sessionOf(knex, session.id).update({
    last_activity: time,
    expires_at: expiryOf(session.remember, session.createdAt, time),
    ip_address: ip,
  });
}

/**
 * Ends the session and records the sign-out. The account is locked first, like for a grant to a client: a grant that is
 * written at the same time either finds no session, or is told that it has ended.
 */
export async function signOut({ knex }: Services, { id, userId }: Session, origin: Origin): Promise<void> {
  await inTransaction(knex, async (trx) => {
    await lockAccount(trx, userId);
    await endSessions(trx, sessionOf(trx, id));
    await recordOwnActivity({ trx, origin }, "logout", userId);
  });
}

/** Ends the session without a record of it. */
export async function closeSession({ knex }: Services, id: string): Promise<void> {
  const session = (await sessionOf(knex, id).first("user_id")) as { user_id: string } | undefined;
  if (!session) return;
  await inTransaction(knex, async (trx) => {
    await lockAccount(trx, session.user_id);
    await endSessions(trx, sessionOf(trx, id));
  });
}

const sessionOf = (knex: Knex, id: string) => knex("sessions").where({ id: sha256(id) });
