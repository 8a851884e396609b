import type { Knex } from "knex";
import { selectAll } from "../../database/raw.js";
import type { RowReader } from "../../database/row-reader.js";
import type { Awaitable } from "../../lib/awaitable.js";
import { now } from "../../lib/clock.js";

/** An account's active credentials and last sign-ins. Times are milliseconds since the epoch, UTC. */
export interface AccountFigures {
  last_login_at: number | null;
  last_login_ip: string | null;
  previous_login_at: number | null;
  previous_login_ip: string | null;
  sessions: number;
  tokens: number;
}

/** A sign-in. `at` is milliseconds since the epoch, UTC. */
export interface SignIn {
  at: number;
  ip: string | null;
}

/** A row of the audit log about an account. */
export interface RecentActivityRow {
  id: string;
  event: string;
  actor_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  created_at: number;
}

const FIGURES = `
  select u.last_login_at, u.last_login_ip, u.previous_login_at, u.previous_login_ip,
    (select count(*) from sessions s where s.user_id = u.id and s.expires_at > ?) as sessions,
    (select count(*) from personal_access_tokens t
      where t.user_id = u.id and t.revoked_at is null and t.expires_at > ?) as tokens
  from users u where u.id = ?`;

const latest = (condition: string): string => `
  select * from (
    select id, event, actor_id, subject_type, subject_id, ip_address, user_agent, created_at
    from activity_log where ${condition} order by created_at desc, id desc limit ?
  ) as part_of`;

// two short index scans; "or" would sort all rows of the account
const ACTIVITY = `
  ${latest("actor_id = ?")}
  union
  ${latest("subject_type = 'user' and subject_id = ?")}
  order by created_at desc, id desc limit ?`;

export const accountFigures = (rows: RowReader, userId: string): Awaitable<AccountFigures | undefined> =>
  rows.one(FIGURES, [now(), now(), userId]);

/**
 * The last sign-in besides the one that started the session; null for none. A sign-in stamps the account before it
 * starts the session, so a later stamp is of another sign-in.
 */
export function lastOtherSignIn(figures: AccountFigures, sessionStartedAt: number): SignIn | null {
  const { last_login_at, last_login_ip, previous_login_at, previous_login_ip } = figures;
  if (last_login_at !== null && last_login_at > sessionStartedAt)
    return { at: last_login_at, ip: last_login_ip };
  return previous_login_at === null ? null : { at: previous_login_at, ip: previous_login_ip };
}

/** The account's latest rows as actor or subject, newest first. */
export const recentActivity = (knex: Knex, userId: string, limit: number): Promise<RecentActivityRow[]> =>
  selectAll(knex, ACTIVITY, [userId, limit, userId, limit, limit]);
