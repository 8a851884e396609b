import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { validate as isUuid, v4 as uuidv4 } from "uuid";
import { inTransaction } from "../../database/transaction.js";
import { DAY, HOUR, MINUTE, now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { sha256 } from "../../lib/secrets.js";
import { findSessionPrincipal, type SessionPrincipalRow } from "../../models/principals.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import type { Origin } from "../audit/origin.js";
import { inActorContext, type ActorContext, type Caller } from "../context.js";
import type { Services } from "../services.js";

const IDLE = 2 * HOUR;
const LONGEST = 12 * HOUR;
/** With "remember me" there is no idle time. */
export const REMEMBERED = 30 * DAY;
const TOUCH_EVERY = MINUTE;

/** What a session holds besides its columns. */
export interface SessionState {
  remember: boolean;
  /** When the password was last typed in, for what asks for a recent one. */
  confirmedAt: number;
  /** The synchroniser token of its forms. */
  csrfToken: string;
}

/** A living session. `id` is the credential and stands in the cookie only. */
export interface Session extends SessionState {
  id: string;
  publicId: string;
  userId: string;
  createdAt: number;
  lastActivity: number;
}

interface ListedRow {
  public_id: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: number;
  last_activity: number;
}

const randomId = (): string => randomBytes(32).toString("base64url");
const freshCsrfToken = (): string => randomBytes(32).toString("base64url");

const expiryOf = (remember: boolean, createdAt: number, lastActivity: number): number =>
  remember ? createdAt + REMEMBERED : Math.min(createdAt + LONGEST, lastActivity + IDLE);

/**
 * Starts a session. The caller holds a lock on the account and has read its status under it, so that no session is
 * opened across a ban. The password was typed in just now.
 */
export async function openSession(
  trx: Knex.Transaction,
  userId: string,
  remember: boolean,
  origin: Origin,
): Promise<Session> {
  const time = now();
  const state: SessionState = { remember, confirmedAt: time, csrfToken: freshCsrfToken() };
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
    user_agent: origin.userAgent?.slice(0, 512) ?? null,
    payload: JSON.stringify(state),
    last_activity: time,
    created_at: time,
    expires_at: expiryOf(remember, time, time),
  });
  return session;
}

/** The session behind the cookie, while it and its account live, with the account. */
export async function findSession(
  knex: Knex,
  id: string,
): Promise<{ session: Session; account: SessionPrincipalRow } | null> {
  const row = await findSessionPrincipal(knex, sha256(id), now());
  if (!row) return null;
  const session = {
    ...(JSON.parse(row.session_payload) as SessionState),
    id,
    publicId: row.session_public_id,
    userId: row.id,
    createdAt: row.session_created_at,
    lastActivity: row.session_last_activity,
  };
  return { session, account: row };
}

/**
 * Gives the session another id and other forms: at every change of privilege. One update, which a session that was
 * ended meanwhile survives in no form.
 * @returns null when it was ended
 */
export async function rotateSession(
  knex: Knex.Transaction,
  session: Session,
  changes: Partial<SessionState> = {},
): Promise<Session | null> {
  const { remember, confirmedAt, createdAt } = session;
  const state: SessionState = { remember, confirmedAt, csrfToken: freshCsrfToken(), ...changes };
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

/** The password was typed in just now, rightly. @returns null when the session was ended meanwhile */
export const confirmSession = ({ knex }: Services, session: Session): Promise<Session | null> =>
  // a ban deletes the same row by another index: of the two, the database may choose this one as its victim
  inTransaction(knex, (trx) => rotateSession(trx, session, { confirmedAt: now() }));

/** Notes that the session is in use, at most once a minute. Never brings back one that was ended. */
export async function touchSession(knex: Knex, session: Session, ip: string | null): Promise<void> {
  const time = now();
  if (time - session.lastActivity < TOUCH_EVERY) return;
  await sessionOf(knex, session.id).update({
    last_activity: time,
    expires_at: expiryOf(session.remember, session.createdAt, time),
    ip_address: ip,
  });
}

/** A session as a screen shows it. */
export interface ListedSession {
  publicId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: number;
  lastActivity: number;
}

/** The living sessions of an account, the latest used first. */
export async function listSessions(knex: Knex, userId: string): Promise<ListedSession[]> {
  const rows = (await activeSessions(knex, userId)
    .orderBy("last_activity", "desc")
    .select("public_id", "ip_address", "user_agent", "created_at", "last_activity")) as ListedRow[];
  return rows.map((row) => ({
    publicId: row.public_id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastActivity: row.last_activity,
  }));
}

const activeSessions = (knex: Knex, userId: string) =>
  knex("sessions").where({ user_id: userId }).where("expires_at", ">", now());

/** Ends one session of the account. @throws RowNotFound when it has ended, or is somebody else's */
export async function endSession(caller: Caller, publicId: string): Promise<void> {
  if (!isUuid(publicId)) throw new RowNotFound(); // MariaDB compares an id with ASCII only
  await inActorContext(caller, async (context) => {
    const { trx, actor } = context;
    const ended = await activeSessions(trx, actor.id).where({ public_id: publicId }).del();
    if (ended === 0) throw new RowNotFound();
    await recordEnd(context, ended);
  });
}

/** Ends all sessions of the account but one. @returns how many. @throws RowNotFound when that one has ended itself */
export async function endOtherSessions(caller: Caller, publicId: string): Promise<number> {
  return inActorContext(caller, async (context) => {
    const { trx } = context;
    const userId = context.actor.id;
    // two browsers that end each other at the same time wait here, and the first one stays
    await lockAccount(trx, userId);
    if (!(await activeSessions(trx, userId).where({ public_id: publicId }).first("public_id")))
      throw new RowNotFound();
    const ended = await closeOtherSessions(trx, userId, publicId);
    if (ended > 0) await recordEnd(context, ended);
    return ended;
  });
}

/** The same as a part of something else, which tells of it. @returns how many */
export const closeOtherSessions = (
  trx: Knex.Transaction,
  userId: string,
  publicId: string,
): PromiseLike<number> => activeSessions(trx, userId).whereNot({ public_id: publicId }).del();

const recordEnd = (context: ActorContext, count: number): Promise<void> =>
  recordOwnActivity(context, "sessions_ended", context.actor.id, { count });

/** Somebody leaves. */
export async function signOut({ knex }: Services, { id, userId }: Session, origin: Origin): Promise<void> {
  await inTransaction(knex, async (trx) => {
    await sessionOf(trx, id).del();
    await recordOwnActivity({ trx, origin }, "logout", userId);
  });
}

export async function closeSession({ knex }: Services, id: string): Promise<void> {
  await inTransaction(knex, (trx) => sessionOf(trx, id).del());
}

const sessionOf = (knex: Knex, id: string) => knex("sessions").where({ id: sha256(id) });
