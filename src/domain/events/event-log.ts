import type { Knex } from "knex";
import type { SequencedEvent } from "../../models/event.js";
import { EventListQuery, type EventScope } from "../../models/event-list.js";
import type { RoleHolder } from "../access/actor.js";
import { hiddenRoleIds, hiddenRoleNames } from "../access/visible-users.js";
import { ActivityNames } from "../activity/activity-names.js";
import { withoutRoles } from "../activity/activity-redaction.js";
import { EVENT_TYPES, permissionOf, type EventType } from "../audit/event-types.js";

/** An event as a reader sees it, with names. */
export interface EventEntry {
  id: string;
  type: EventType;
  subject: { type: string; id: string };
  /** Null for a guest and for the service itself. `name` is null when the account is gone. */
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
});

/** Those of the events that the reader can see now, by id. */
export async function readEvents(
  knex: Knex,
  reader: RoleHolder,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventEntry>> {
  const rows = await new EventListQuery(knex, scopeOf(reader)).among(ids);
  const entries = await entriesOf(knex, reader, rows);
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The rows with names, without those of roles that the reader can't see. */
export async function entriesOf(
  knex: Knex,
  reader: RoleHolder,
  rows: readonly SequencedEvent[],
): Promise<EventEntry[]> {
  const people = rows.map(({ actor_id, client_id }) => ({ actor_id, client_id, ...NOBODY }));
  const names = await ActivityNames.of(knex, people);
  const hidden = hiddenRoleNames(reader);
  const read = (json: string | null): unknown =>
    json === null ? null : withoutRoles(JSON.parse(json), hidden);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as EventType,
    subject: { type: row.subject_type, id: row.subject_id },
    actor:
      row.actor_id === null ? null : { id: row.actor_id, name: names.person(row.actor_id)?.name ?? null },
    client: row.client_id === null ? null : { id: row.client_id, name: names.thing(row.client_id) },
    traceId: row.trace_id,
    occurredAt: row.occurred_at,
    data: read(row.data) as object | null,
    previous: read(row.previous) as Record<string, unknown> | null,
    position: row.position,
  }));
}

const NOBODY = { owner_id: null, subject_type: null, subject_id: null };
