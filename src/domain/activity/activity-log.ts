import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { RowNotFound } from "../../lib/failures.js";
import { ActivityListQuery, type ActivityRow, type Place } from "../../models/activity-list.js";
import { activityQuery, type ActivityWish } from "./activity-filters.js";
import { ActivityNames, type Person } from "./activity-names.js";
import { withoutSecrets } from "./activity-redaction.js";
import type { Actor } from "../access/actor.js";
import { recordActivity } from "../audit/record.js";
import type { Caller } from "../context.js";
import type { Services } from "../services.js";
import { hiddenRoleIds } from "../access/visible-users.js";

const EXPORTED_AT_ONCE = 500;

/** A row with names, and without anything that looks like a secret. */
export interface ActivityEntry {
  id: string;
  event: string;
  /** Null where nobody was signed in, and for the service itself. */
  actorId: string | null;
  actor: Person | null;
  subject: { type: string; id: string; name: string | null; person: Person | null } | null;
  /** Whom it concerns, where the subject is no person. */
  owner: Person | null;
  changes: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
  traceId: string | null;
  /** Milliseconds since the epoch, UTC. */
  createdAt: number;
}

export interface ActivityPage {
  entries: ActivityEntry[];
  /** Whether there are rows before and after these. */
  hasNewer: boolean;
  hasOlder: boolean;
}

/** Which part of the log: beside a row, or its beginning. */
export type ActivityPart = { olderThan: Place } | { newerThan: Place } | null;

/**
 * A page of the audit log, newest first, without any row of somebody above the actor's rank, or about them. Rows
 * without any person (a sign-in with an unknown address, a command at the server) are for everybody who may read it.
 * @throws ValidationFailed on a filter that cannot be meant
 */
export async function listActivity(
  services: Services,
  actor: Actor,
  wish: ActivityWish,
  part: ActivityPart,
  perPage: number,
): Promise<ActivityPage> {
  const { knex } = services;
  const query = await activityQuery(knex, actor, wish);
  const backwards = part !== null && "newerThan" in part;
  // one more than is shown tells whether there are more
  const found = backwards
    ? await query.newer(perPage + 1, part.newerThan)
    : await query.older(perPage + 1, part?.olderThan);
  const hasMore = found.length > perPage;
  // a page that is not full: the newest is meant
  if (backwards && !hasMore) return listActivity(services, actor, wish, null, perPage);
  const rows = backwards ? found.slice(-perPage) : found.slice(0, perPage);
  return {
    entries: await withNames(knex, rows),
    hasNewer: part !== null,
    hasOlder: backwards || hasMore,
  };
}

/** @throws RowNotFound when there is none, or none that the actor may see */
export async function getActivity({ knex }: Services, actor: Actor, id: string): Promise<ActivityEntry> {
  // MariaDB compares an id with ASCII only
  const row = isUuid(id) ? await new ActivityListQuery(knex, hiddenRoleIds(actor)).find(id) : undefined;
  if (!row) throw new RowNotFound();
  return (await withNames(knex, [row]))[0]!;
}

/**
 * Everything that the same list would show, newest first, read in parts while it is sent. That somebody takes it along
 * is written down first.
 * @throws ValidationFailed on a filter that cannot be meant
 */
export async function exportActivity(
  { services: { knex }, actor, origin }: Caller,
  wish: ActivityWish,
): Promise<AsyncIterable<ActivityEntry>> {
  const query = await activityQuery(knex, actor, wish);
  await recordActivity(
    knex,
    { event: "activity_exported", actorId: actor.id, changes: { filters: wish } },
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

async function withNames(knex: Knex, rows: readonly ActivityRow[]): Promise<ActivityEntry[]> {
  const names = await ActivityNames.of(knex, rows);
  return rows.map((row) => {
    const changes = withoutSecrets(JSON.parse(row.changes)) as Record<string, unknown>;
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
      createdAt: row.created_at,
    };
  });
}

/** What is gone is called as it was when this happened. */
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
