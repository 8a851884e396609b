import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { endSessions } from "../../models/end-sessions.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";

interface ListedRow {
  public_id: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: number;
  last_activity: number;
}

/** A session for display. */
export interface ListedSession {
  publicId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: number;
  lastActivity: number;
}

/** The active sessions of an account, last used first. */
export async function listSessions(knex: Knex, userId: string): Promise<ListedSession[]> {
  const rows = (await activeSessions(knex, userId)
    .orderBy([
      { column: "last_activity", order: "desc" },
      { column: "public_id", order: "desc" },
    ])
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

/** Ends one session of the account. @throws RowNotFound when it has ended or belongs to another account */
export async function endSession(call: ActorCall, publicId: string): Promise<void> {
  if (!isUuid(publicId)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  await inActorContext(call, async (context) => {
    await lockAccount(context.trx, context.actor.id);
    const ended = await closeSession(context.trx, context.actor.id, publicId);
    if (!ended) throw new RowNotFound();
    await recordEnd(context, 1);
  });
}

/**
 * Ends one session as part of another action, which records it and has locked the account.
 * @returns null when it had ended already or belongs to another account
 */
export async function closeSession(
  trx: Knex.Transaction,
  userId: string,
  publicId: string,
): Promise<{ userAgent: string | null } | null> {
  const session = activeSessions(trx, userId).where({ public_id: publicId });
  const found = (await session.clone().first("user_agent")) as Pick<ListedRow, "user_agent"> | undefined;
  const ended = await endSessions(trx, session);
  return found !== undefined && ended > 0 ? { userAgent: found.user_agent } : null;
}

/**
 * Ends all other sessions of the account.
 * @param publicId the session to keep; null for a token, which keeps none
 * @returns how many
 * @throws RowNotFound when this session has ended
 */
export async function endOtherSessions(call: ActorCall, publicId: string | null): Promise<number> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const userId = context.actor.id;
    // two browsers that end each other's session are serialised here: the first one keeps its session
    await lockAccount(trx, userId);
    if (publicId !== null && !(await isActive(trx, userId, publicId))) throw new RowNotFound();
    const ended = await closeOtherSessions(trx, userId, publicId);
    if (ended > 0) await recordEnd(context, ended);
    return ended;
  });
}

const isActive = async (knex: Knex, userId: string, publicId: string): Promise<boolean> =>
  (await activeSessions(knex, userId).where({ public_id: publicId }).first("public_id")) !== undefined;

/**
 * Ends other sessions as part of another action, which records it.
 * @param publicId the session to keep; null ends all
 * @returns how many
 */
export function closeOtherSessions(
  trx: Knex.Transaction,
  userId: string,
  publicId: string | null,
): Promise<number> {
  const query = activeSessions(trx, userId);
  return endSessions(trx, publicId === null ? query : query.whereNot({ public_id: publicId }));
}

const recordEnd = (context: ActorContext, count: number): Promise<void> =>
  recordOwnActivity(context, "sessions_ended", context.actor.id, { count });
