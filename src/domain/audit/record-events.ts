import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import type { EventRow } from "../../models/event.js";
import { eventsOf, type RecordedEvent } from "./event-types.js";
import type { Origin } from "./origin.js";
import type { Activity } from "./activities.js";
import { snapshotsOf } from "./snapshots.js";

/** Writes the events that these activities make, with their subjects as they are now in the transaction. */
export async function recordEvents(
  knex: Knex,
  activities: readonly Activity[],
  origin: Origin,
): Promise<void> {
  const events = activities.flatMap(eventsOf);
  if (events.length === 0) return;
  const subjects = new Map<string, object>();
  for (const kind of new Set(events.map((event) => event.kind))) {
    const ids = events.filter((event) => event.kind === kind).map(({ activity }) => activity.subject!.id);
    for (const [id, row] of await snapshotsOf(knex, kind, ids)) subjects.set(id, row);
  }
  await knex("events").insert(events.map((event) => rowOf(event, subjects, origin)));
}

function rowOf(
  { type, kind, activity, previous }: RecordedEvent,
  subjects: ReadonlyMap<string, object>,
  origin: Origin,
): Omit<EventRow, "seq" | "position"> {
  const { id } = activity.subject!;
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
    data: JSON.stringify(subjects.get(id) ?? null),
    previous: previous && JSON.stringify(previous),
  };
}
