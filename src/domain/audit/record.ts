import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import type { Activity, ActivityEvent } from "./activities.js";
import { storedUserAgent, type Origin } from "./origin.js";
import { recordEvents } from "./record-events.js";

/** Writes a row of the audit log in the transaction of the change itself. */
export async function recordActivity(knex: Knex, activity: Activity, origin: Origin): Promise<void> {
  await recordActivities(knex, [activity], origin);
}

/** `recordActivity` for several changes in one statement. The events that they make are written with them. */
export async function recordActivities(
  knex: Knex,
  activities: readonly Activity[],
  origin: Origin,
): Promise<void> {
  if (activities.length === 0) return;
  await knex("activity_log").insert(activities.map((one) => rowOf(one, origin)));
  await recordEvents(knex, activities, origin);
}

const rowOf = (activity: Activity, origin: Origin): object => ({
  id: uuidv7(),
  actor_id: activity.actorId,
  event: activity.event,
  subject_type: activity.subject?.type ?? null,
  subject_id: activity.subject?.id ?? null,
  owner_id: activity.ownerId ?? null,
  changes: JSON.stringify(activity.changes ?? {}),
  ip_address: origin.ip,
  user_agent: storedUserAgent(origin),
  trace_id: origin.traceId,
  client_id: origin.clientId ?? null,
  by_agent: origin.isAgent === true,
  created_at: now(),
});

/** `recordActivity` for a user's own actions. */
export const recordOwnActivity = (
  { trx, origin }: { trx: Knex; origin: Origin },
  event: ActivityEvent,
  userId: string,
  changes: object = {},
  forEvents: Activity["forEvents"] = {},
): Promise<void> =>
  recordActivity(
    trx,
    { event, actorId: userId, subject: { type: "user", id: userId }, changes, forEvents },
    origin,
  );

/** `recordActivity` for a change of something other than the actor's own account. The operator has no id. */
export const recordActorActivity = (
  { trx, actor, origin }: { trx: Knex; actor: { id: string | null }; origin: Origin },
  event: ActivityEvent,
  subject: { type: string; id: string },
  changes: object,
  forEvents: Activity["forEvents"] = {},
): Promise<void> => recordActivity(trx, { event, actorId: actor.id, subject, changes, forEvents }, origin);
