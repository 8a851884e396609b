import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import type { EventRow } from "../../models/events/event.js";
import type { Activity } from "./activities.js";
import { eventOf, eventsOf, type EventType, type NewEvent } from "./event-types.js";
import type { Origin } from "./origin.js";
import { snapshotsOf, type SubjectKind } from "./snapshots.js";

/** Writes the events that these activities make, with their subjects as they are now in the transaction. */
export const recordEvents = (knex: Knex, activities: readonly Activity[], origin: Origin): Promise<void> =>
  write(knex, activities.flatMap(eventsOf), origin);

/** Writes an event that no activity makes. */
export const recordEvent = (
  trx: Knex,
  type: EventType,
  userId: string,
  { actorId, origin }: { actorId: string | null; origin: Origin },
): Promise<void> => write(trx, [eventOf(type, { actorId, subject: { type: "user", id: userId } })], origin);

/** The settings are one subject. */
const SETTINGS = "settings";

async function write(knex: Knex, events: readonly NewEvent[], origin: Origin): Promise<void> {
  if (events.length === 0) return;
  const subjects = new Map<string, object>();
  for (const kind of new Set(events.map((event) => event.kind)))
    for (const [id, row] of await snapshotsOf(knex, kind, idsOf(kind, events))) subjects.set(id, row);
  await knex("events").insert(events.map((event) => rowOf(event, subjects, origin)));
}

const idsOf = (kind: SubjectKind, events: readonly NewEvent[]): string[] =>
  events.filter((event) => event.kind === kind).map(subjectIdOf);

/** Events about what an account and a client have in common are about the account. */
const subjectIdOf = ({ kind, activity: { subject, ownerId, actorId } }: NewEvent): string => {
  if (kind === SETTINGS) return SETTINGS;
  const isAboutOwner = kind === "user" && subject?.type !== "user";
  return (isAboutOwner ? (ownerId ?? actorId) : subject?.id) ?? "";
};

function rowOf(
  event: NewEvent,
  subjects: ReadonlyMap<string, object>,
  origin: Origin,
): Omit<EventRow, "seq" | "position"> {
  const { type, kind, isComposed, activity, previous } = event;
  const id = subjectIdOf(event);
  const subject = subjects.get(id);
  const { data: more } = activity.forEvents ?? {};
  const data = isComposed ? { user: subject, ...more } : { ...subject, ...more };
  return {
    id: uuidv7(),
    type,
    subject_type: kind,
    subject_id: id,
    owner_id: kind === "user" ? id : (activity.ownerId ?? null),
    actor_id: activity.actorId,
    client_id: origin.clientId ?? null,
    trace_id: origin.traceId,
    occurred_at: now(),
    data: JSON.stringify(data),
    previous: previous && JSON.stringify(previous),
  };
}
