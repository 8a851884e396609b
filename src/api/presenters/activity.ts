import type { ActivityEntry } from "../../domain/activity/activity-log.js";
import type { DayOfSignIns } from "../../domain/overview/service-overview.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Schema } from "../types.js";

export const presentActivity = (entry: ActivityEntry): Schema<"ActivityLog"> => ({
  id: entry.id,
  event: entry.event,
  actor_id: entry.actorId,
  actor: presentPerson(entry.actor),
  subject: presentSubject(entry.subject),
  owner: presentPerson(entry.owner),
  changes: entry.changes,
  ip_address: entry.ip,
  user_agent: entry.userAgent,
  trace_id: entry.traceId,
  client: entry.client,
  by_agent: entry.isByAgent,
  created_at: toRfc3339(entry.createdAt),
});

const presentPerson = (person: ActivityEntry["actor"]): Schema<"ActivityPerson"> =>
  person && { id: person.id, name: person.name, email: person.email, is_deleted: person.isDeleted };

const presentSubject = (subject: ActivityEntry["subject"]): Schema<"ActivitySubject"> =>
  subject && {
    type: subject.type,
    id: subject.id,
    name: subject.name,
    email: subject.person?.email ?? null,
  };

/** @param asOf when the days were counted */
export const presentChart = (days: readonly DayOfSignIns[], asOf: number): Schema<"ActivityChart"> => ({
  as_of: toRfc3339(asOf),
  days: days.map(({ day, signIns, failures }) => ({
    date: toRfc3339(day).slice(0, "YYYY-MM-DD".length),
    sign_ins: signIns,
    failures,
  })),
});
