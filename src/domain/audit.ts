import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../lib/clock.js";
import type { Origin } from "./origin.js";

/** The audit vocabulary, in the past tense. */
export type ActivityEvent =
  | "login"
  | "login_failed"
  | "logout"
  | "registered"
  | "email_verified"
  | "email_changed"
  | "two_factor_failed"
  | "recovery_code_used"
  | "two_factor_enabled"
  | "two_factor_disabled"
  | "recovery_codes_regenerated"
  | "password_changed"
  | "password_reset"
  | "profile_updated"
  | "avatar_changed"
  | "avatar_removed"
  | "sessions_ended"
  | "user_created"
  | "user_updated"
  | "user_deleted"
  | "account_cut_off"
  | "token_created"
  | "token_revoked"
  | "application_authorized"
  | "application_denied"
  | "application_revoked"
  | "authorization_code_replayed"
  | "refresh_token_reused"
  | "tokens_revoked"
  | "client_created"
  | "client_updated"
  | "client_secret_rotated"
  | "client_deleted"
  | "settings_changed";

export interface Activity {
  event: ActivityEvent;
  actorId: string | null;
  subject?: { type: string; id: string };
  /** Before and after, or whatever explains the event. Never a secret. */
  changes?: object;
}

/** Writes one row of the audit log, in the transaction of what it tells. */
export async function recordActivity(knex: Knex, activity: Activity, origin: Origin): Promise<void> {
  await knex("activity_log").insert({
    id: uuidv7(),
    actor_id: activity.actorId,
    event: activity.event,
    subject_type: activity.subject?.type ?? null,
    subject_id: activity.subject?.id ?? null,
    changes: JSON.stringify(activity.changes ?? {}),
    ip_address: origin.ip,
    user_agent: origin.userAgent?.slice(0, 512) ?? null,
    trace_id: origin.traceId,
    created_at: now(),
  });
}

/** The same of what an account did to itself. */
export const recordOwnActivity = (
  knex: Knex,
  event: ActivityEvent,
  userId: string,
  origin: Origin,
  changes: object = {},
): Promise<void> =>
  recordActivity(knex, { event, actorId: userId, subject: { type: "user", id: userId }, changes }, origin);
