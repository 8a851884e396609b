import type { Knex } from "knex";
import { toRfc3339 } from "../../lib/clock.js";
import type { CsvColumns } from "../../lib/text/csv.js";
import { ActivityListQuery, type ActivityPosition } from "../../models/activity-list.js";
import { recordActivity } from "../audit/record.js";
import type { ActorCall } from "../context.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { activityFilters, type ActivityRequest } from "./activity-filters.js";
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
  client_id: (entry) => entry.client?.id ?? null,
  client_name: (entry) => entry.client?.name ?? null,
  by_agent: (entry) => String(entry.isByAgent),
};

/** Few, because a batch blocks the event loop while it is written. */
const EXPORTED_AT_ONCE = 100;

/**
 * All rows that the list would show, newest first, read in parts while they are sent. The export is recorded first.
 * @throws ValidationFailed on an invalid filter
 */
export async function exportActivity(
  { services: { knex, reads }, actor, origin, signal }: ActorCall,
  request: ActivityRequest,
): Promise<AsyncIterable<ActivityEntry[]>> {
  const filters = await reads.run((reader) => activityFilters(reader, actor, request), { signal });
  await recordActivity(
    knex,
    { event: "activity_exported", actorId: actor.id, changes: { filters: request } },
    origin,
  );
  const next = async (reader: Knex, last: ActivityPosition | undefined): Promise<ActivityEntry[]> => {
    const query = new ActivityListQuery(reader, hiddenRoleIds(actor), filters);
    return withNames(reader, actor, await query.older(EXPORTED_AT_ONCE, last));
  };
  return allOf((last) => reads.run((reader) => next(reader, last), { signal, isPatient: true }));
}

async function* allOf(
  next: (last: ActivityPosition | undefined) => Promise<ActivityEntry[]>,
): AsyncGenerator<ActivityEntry[]> {
  let last: ActivityPosition | undefined;
  for (;;) {
    const entries = await next(last);
    yield entries;
    if (entries.length < EXPORTED_AT_ONCE) return;
    const { createdAt, id } = entries.at(-1)!;
    last = { created_at: createdAt, id };
  }
}
