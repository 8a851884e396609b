import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type Caller } from "../context.js";

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

/** Ends one session of the account. @throws RowNotFound when it has ended or belongs to another account */
export async function endSession(caller: Caller, publicId: string): Promise<void> {
  if (!isUuid(publicId)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  await inActorContext(caller, async (context) => {
    const { trx, actor } = context;
    const ended = await activeSessions(trx, actor.id).where({ public_id: publicId }).del();
    if (ended === 0) throw new RowNotFound();
    await recordEnd(context, ended);
  });
}

/** Ends all other sessions of the account. @returns how many. @throws RowNotFound when this session has ended */
export async function endOtherSessions(caller: Caller, publicId: string): Promise<number> {
  return inActorContext(caller, async (context) => {
    const { trx } = context;
    const userId = context.actor.id;
    // two browsers that end each other's session are serialised here: the first one keeps its session
    await lockAccount(trx, userId);
    if (!(await activeSessions(trx, userId).where({ public_id: publicId }).first("public_id")))
      throw new RowNotFound();
    const ended = await closeOtherSessions(trx, userId, publicId);
    if (ended > 0) await recordEnd(context, ended);
    return ended;
  });
}

/** Ends other sessions as part of another action, which records it. @returns how many */
export const closeOtherSessions = (
  trx: Knex.Transaction,
  userId: string,
  publicId: string,
): PromiseLike<number> => activeSessions(trx, userId).whereNot({ public_id: publicId }).del();

const recordEnd = (context: ActorContext, count: number): Promise<void> =>
  recordOwnActivity(context, "sessions_ended", context.actor.id, { count });
