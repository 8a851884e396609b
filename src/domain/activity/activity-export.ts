import type { Knex } from "knex";
import { toRfc3339 } from "../../lib/clock.js";
import type { CsvColumns } from "../../lib/csv.js";
import type { ActivityListQuery, Place } from "../../models/activity-list.js";
import { recordActivity } from "../audit/record.js";
import type { Caller } from "../context.js";
import { activityQuery, type ActivityRequest } from "./activity-filters.js";
import { withNames, type ActivityEntry } from "./activity-log.js";

/** The columns of the file. */
export const EXPORT_COLUMNS: CsvColumns<ActivityEntry> = {
  time: (entry) => toRfc3339(entry.createdAt),
  event: (entry) => entry.event,
  actor_id: (entry) => entry.actorId,
  actor_name: (entry) => entry.actor?.name ?? null,
  actor_email: (entry) => entry.actor?.email ?? null,
  subject_type: (entry) => entry.subject?.type ?? null,
  subject_id: (entry) => entry.subject?.id ?? null,
  subject_name: (entry) => entry.subject?.name ?? null,
  owner_id: (entry) => entry.owner?.id ?? null,
  owner_email: (entry) => entry.owner?.email ?? null,
  ip_address: (entry) => entry.ip,
  user_agent: (entry) => entry.userAgent,
  trace_id: (entry) => entry.traceId,
  changes: (entry) => JSON.stringify(entry.changes),
  id: (entry) => entry.id,
};

const EXPORTED_AT_ONCE = 500;

/**
 * All rows that the list would show, newest first, read in parts while they are sent. The export is recorded first.
 * @throws ValidationFailed on an invalid filter
 */
export async function exportActivity(
  { services: { knex }, actor, origin }: Caller,
  request: ActivityRequest,
): Promise<AsyncIterable<ActivityEntry>> {
  const query = await activityQuery(knex, actor, request);
  await recordActivity(
    knex,
    { event: "activity_exported", actorId: actor.id, changes: { filters: request } },
    origin,
  );
  return allOf(knex, query);
}

async function* allOf(knex: Knex, query: ActivityListQuery): AsyncGenerator<ActivityEntry> {
  let last: Place | undefined;
  for (;;) {
    const rows = await query.older(EXPORTED_AT_ONCE, last);
    yield* await withNames(knex, rows);
    last = rows.at(-1);
    if (rows.length < EXPORTED_AT_ONCE) return;
  }
}
