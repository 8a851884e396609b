import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { RowNotFound } from "../../lib/failures.js";
import { ActivityListQuery, type ActivityRow, type ActivityPosition } from "../../models/activity-list.js";
import { readPage, type ListPage, type ListSource, type PageRequest } from "../../models/lists/list-page.js";
import { activityQuery, type ActivityRequest } from "./activity-filters.js";
import { ActivityNames, type Person } from "./activity-names.js";
import { withoutRoles, withoutSecrets } from "./activity-redaction.js";
import type { Actor, RoleHolder } from "../access/actor.js";
import type { ReadCall } from "../context.js";
import type { Services } from "../services.js";
import { hiddenRoleIds, hiddenRoleNames } from "../access/visible-users.js";

/** A row with names, and with secret-like values removed. */
export interface ActivityEntry {
  id: string;
  event: string;
  /** Null for a guest and for the service itself. */
  actorId: string | null;
  actor: Person | null;
  subject: { type: string; id: string; name: string | null; person: Person | null } | null;
  /** The user concerned when the subject isn't a user. */
  owner: Person | null;
  changes: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
  traceId: string | null;
  client: ActingClient | null;
  /** Whether an agent called the API for the actor. */
  isByAgent: boolean;
  /** Milliseconds since the epoch, UTC. */
  createdAt: number;
}

/** The application whose token a request had; without a name when it no longer exists. */
export interface ActingClient {
  id: string;
  name: string | null;
}

export interface ActivityPage {
  entries: ActivityEntry[];
  /** Whether rows exist before and after these. */
  hasNewer: boolean;
  hasOlder: boolean;
}

/** The part of the log: next to a row, or null for the beginning. */
export type ActivityPart = { olderThan: ActivityPosition } | { newerThan: ActivityPosition } | null;

/**
 * A page of the audit log, newest first, without rows by or about users above the actor's rank. Rows without any user
 * (a sign-in with an unknown address, a command on the server) are visible to everyone with the permission.
 * @throws ValidationFailed on an invalid filter
 */
export const listActivity = (
  { services, actor, signal }: ReadCall,
  request: ActivityRequest,
  part: ActivityPart,
  perPage: number,
): Promise<ActivityPage> =>
  services.reads.run((knex) => readPart({ knex, actor }, request, part, perPage), { signal });

async function readPart(
  reader: { knex: Knex; actor: Actor },
  request: ActivityRequest,
  part: ActivityPart,
  perPage: number,
): Promise<ActivityPage> {
  const { knex, actor } = reader;
  const query = await activityQuery(knex, actor, request);
  const backwards = part !== null && "newerThan" in part;
  // reads one row more to know whether a next page exists
  const found = backwards
    ? await query.newer(perPage + 1, part.newerThan)
    : await query.older(perPage + 1, part?.olderThan);
  const hasMore = found.length > perPage;
  // a partial page going back is shown as the first page instead
  if (backwards && !hasMore) return readPart(reader, request, null, perPage);
  const rows = backwards ? found.slice(-perPage) : found.slice(0, perPage);
  return {
    entries: await withNames(knex, actor, rows),
    hasNewer: part !== null,
    hasOlder: backwards || hasMore,
  };
}

/** `listActivity` for a list with numbered pages and a total. @throws ValidationFailed on an invalid filter */
export async function pageActivity(
  { services, actor, signal }: ReadCall<RoleHolder>,
  request: ActivityRequest,
  page: PageRequest,
): Promise<ListPage<ActivityEntry>> {
  return services.reads.run(
    async (knex) => {
      const query = await activityQuery(knex, actor, request);
      const found = await readPage(page, sourceOf(query));
      return { ...found, items: await withNames(knex, actor, found.items) };
    },
    { signal },
  );
}

const sourceOf = (query: ActivityListQuery): ListSource<ActivityRow> => ({
  slice: async (_sort, limit, offset) => {
    const total = await query.count();
    return { rows: await query.slice(limit, offset, total), total };
  },
  seek: (_sort, limit, { side, key }) => {
    const position = key as unknown as ActivityPosition;
    return side === "after" ? query.older(limit, position) : query.newer(limit, position);
  },
  total: () => query.count(),
  keyOf: (_sort, { created_at, id }) => ({ created_at, id }),
});

/** @throws RowNotFound when the row doesn't exist or the actor can't see it */
export async function getActivity({ knex }: Services, actor: RoleHolder, id: string): Promise<ActivityEntry> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  const row = isUuid(id) ? await new ActivityListQuery(knex, hiddenRoleIds(actor)).find(id) : undefined;
  if (!row) throw new RowNotFound();
  return (await withNames(knex, actor, [row]))[0]!;
}

/** The rows with names, without secrets and the names of roles that the actor can't see. */
export async function withNames(
  knex: Knex,
  actor: RoleHolder,
  rows: readonly ActivityRow[],
): Promise<ActivityEntry[]> {
  const names = await ActivityNames.of(knex, rows);
  const hidden = hiddenRoleNames(actor);
  return rows.map((row) => {
    const stored = withoutSecrets(JSON.parse(row.changes));
    const changes = withoutRoles(stored, hidden) as Record<string, unknown>;
    return {
      id: row.id,
      event: row.event,
      actorId: row.actor_id,
      actor: names.person(row.actor_id),
      subject: subjectOf(row, names, changes),
      owner: names.person(row.owner_id),
      changes,
      ip: row.ip_address,
      userAgent: row.user_agent,
      traceId: row.trace_id,
      client: row.client_id === null ? null : { id: row.client_id, name: names.thing(row.client_id) },
      isByAgent: Boolean(row.by_agent),
      createdAt: row.created_at,
    };
  });
}

/** A deleted subject has the name it had at the time of the event. */
function subjectOf(
  row: ActivityRow,
  names: ActivityNames,
  { name: then }: Record<string, unknown>,
): ActivityEntry["subject"] {
  const { subject_type: type, subject_id: id } = row;
  if (type === null || id === null) return null;
  const person = type === "user" ? names.person(id) : null;
  return {
    type,
    id,
    name: person?.name ?? names.thing(id) ?? (typeof then === "string" ? then : null),
    person,
  };
}
