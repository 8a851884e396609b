import type { Knex } from "knex";
import { RowNotFound } from "../../lib/failures.js";
import type { SequencedEvent } from "../../models/events/event.js";
import { holdersOf } from "../../models/lists/kept-counts.js";
import { EventListQuery, type EventFilters, type EventScope } from "../../models/events/event-list.js";
import type { RoleHolder } from "../access/actor.js";
import { hiddenRoleIds, hiddenRoleNames } from "../access/visible-users.js";
import { ActivityNames } from "../activity/activity-names.js";
import { withoutRoles } from "../activity/activity-redaction.js";
import { countHolders } from "../roles/role-list.js";
import type { SubjectKind } from "../audit/snapshots.js";
import type { ReadCall } from "../context.js";
import { EVENT_TYPES, permissionOf, type EventType } from "../audit/event-types.js";

/** An event as a reader sees it, with names. */
export interface EventEntry {
  id: string;
  type: EventType;
  subject: { type: SubjectKind; id: string };
  /** Null for a guest, for the service itself and for somebody whom the reader can't see. `name` is null when the account is gone. */
  actor: { id: string; name: string | null } | null;
  /** The application whose token the request had; without a name when it no longer exists. */
  client: { id: string; name: string | null } | null;
  traceId: string;
  /** Milliseconds since the epoch, UTC. */
  occurredAt: number;
  /** The subject after the change, as `snapshots.ts` reads it. Null once the person was anonymised. */
  data: object | null;
  /** The values before the change. */
  previous: Record<string, unknown> | null;
  position: number;
}

/** The types that a reader can read. */
export const readableTypes = (reader: RoleHolder): EventType[] =>
  (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => reader.can(permissionOf(type)));

export const scopeOf = (reader: RoleHolder): EventScope => ({
  types: readableTypes(reader),
  hiddenRoleIds: hiddenRoleIds(reader),
  rank: reader.rank,
});

/** Some events after a cursor, oldest first. */
export interface EventPage {
  entries: EventEntry[];
  /** The position to go on after, also later. */
  next: number;
  /** Whether more events exist already. */
  hasMore: boolean;
}

/**
 * The events after a position that the reader can see, oldest first.
 * @param after a position; `latest` for the last one that was given
 */
export async function listEvents(
  call: ReadCall<RoleHolder>,
  filters: EventFilters,
  after: number | "latest",
  perPage: number,
): Promise<EventPage> {
  const { services, actor, signal } = call;
  const page = await services.reads.run((knex) => readPage({ knex, actor }, filters, after, perPage), {
    signal,
  });
  return { ...page, entries: await withHolders(call, page.entries) };
}

async function readPage(
  { knex, actor }: { knex: Knex; actor: RoleHolder },
  filters: EventFilters,
  after: number | "latest",
  perPage: number,
): Promise<EventPage> {
  // read first, so that the events up to it are all there
  const last = await lastPosition(knex);
  if (after === "latest") return { entries: [], next: last, hasMore: false };
  const query = new EventListQuery(knex, scopeOf(actor), filters);
  const rows = await query.between(after, last, perPage + 1);
  const page = rows.slice(0, perPage);
  const hasMore = rows.length > page.length;
  return {
    entries: await entriesOf(knex, actor, page),
    // what the reader can't see isn't read again
    next: hasMore ? page.at(-1)!.position : Math.max(after, last),
    hasMore,
  };
}

/** @throws RowNotFound when the event doesn't exist or the reader can't see it */
export async function getEvent(call: ReadCall<RoleHolder>, id: string): Promise<EventEntry> {
  const entry = await findEvent(call, id);
  if (!entry) throw new RowNotFound();
  return entry;
}

/** Undefined when the event doesn't exist or the reader can't see it now. */
export async function findEvent(call: ReadCall<RoleHolder>, id: string): Promise<EventEntry | undefined> {
  const { services, actor } = call;
  const rows = await new EventListQuery(services.knex, scopeOf(actor)).among([id]);
  const [entry] = await withHolders(call, await entriesOf(services.knex, actor, rows));
  return entry;
}

/**
 * Events about roles with the number of holders that the reader can see now, as the role itself has it. Counting them can
 * take long, so it isn't a part of the change.
 */
async function withHolders(call: ReadCall<RoleHolder>, entries: EventEntry[]): Promise<EventEntry[]> {
  const isOfRole = ({ subject, data }: EventEntry): boolean => subject.type === "role" && data !== null;
  if (!entries.some(isOfRole)) return entries;
  const holders = await countHolders(call);
  return entries.map((entry) =>
    isOfRole(entry)
      ? { ...entry, data: { ...entry.data, holders: holders.get(entry.subject.id) ?? 0 } }
      : entry,
  );
}

/** The rows with names, without those of roles that the reader can't see. */
export async function entriesOf(
  knex: Knex,
  reader: RoleHolder,
  rows: readonly SequencedEvent[],
): Promise<EventEntry[]> {
  const people = rows.map(({ actor_id, client_id }) => ({ actor_id, client_id, ...NOBODY }));
  const names = await ActivityNames.of(knex, people);
  const concealed = await concealedActors(knex, reader, rows);
  const hidden = hiddenRoleNames(reader);
  const read = (json: string | null): unknown =>
    json === null ? null : withoutRoles(JSON.parse(json), hidden);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as EventType,
    subject: { type: row.subject_type as SubjectKind, id: row.subject_id },
    actor:
      row.actor_id === null || concealed.has(row.actor_id)
        ? null
        : { id: row.actor_id, name: names.person(row.actor_id)?.name ?? null },
    client: row.client_id === null ? null : { id: row.client_id, name: names.thing(row.client_id) },
    traceId: row.trace_id,
    occurredAt: row.occurred_at,
    data: read(row.data) as object | null,
    previous: read(row.previous) as Record<string, unknown> | null,
    position: row.position,
  }));
}

/** The last position that was given to an event. */
async function lastPosition(knex: Knex): Promise<number> {
  const { last_position: last } = (await knex("event_sequence").first("last_position")) as {
    last_position: number;
  };
  return last;
}

/** The actors that the reader can't see. What they did to others it hears all the same. */
async function concealedActors(
  knex: Knex,
  reader: RoleHolder,
  rows: readonly SequencedEvent[],
): Promise<ReadonlySet<string>> {
  const roleIds = hiddenRoleIds(reader);
  const actors = [...new Set(rows.flatMap(({ actor_id: id }) => id ?? []))];
  if (roleIds.length === 0 || actors.length === 0) return new Set();
  return new Set((await holdersOf(knex, roleIds).whereIn("user_id", actors).pluck("user_id")) as string[]);
}

const NOBODY = { owner_id: null, subject_type: null, subject_id: null };
