import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { OwnActivityList, type OwnActivityRow } from "../../models/own-activity-list.js";
import { ACTIVITY_EVENTS, type EventGroup } from "../audit/activities.js";
import type { ReadCall } from "../context.js";
import { isEvent } from "./activity-filters.js";
import type { ActingClient } from "./activity-log.js";
import { clientNames } from "./activity-names.js";

/** An event for the account that it belongs to. */
export type OwnActivity = Omit<OwnActivityRow, "actor_id" | "client_id" | "by_agent"> & {
  actor: "self" | "other" | "none";
  /** Null for people in a browser and their own tokens, and for others. */
  client: ActingClient | null;
  /** Whether an agent acted for the account. */
  isByAgent: boolean;
};

export interface OwnActivityFilters {
  kind?: EventGroup | undefined;
  /** Unvalidated. */
  event?: string | undefined;
}

/**
 * What the actor did and what was done to the account, newest first. Others' addresses, browsers and applications are left out.
 * @throws ValidationFailed on an unknown event
 */
export async function listOwnActivity(
  { services, actor, signal }: ReadCall,
  request: PageRequest,
  filters: OwnActivityFilters = {},
): Promise<ListPage<OwnActivity>> {
  const events = eventsOf(filters);
  return services.reads.run(
    async (knex) => {
      const page = await readPage(request, new OwnActivityList(knex, actor.id, events));
      const names = await clientNames(
        knex,
        page.items.flatMap(({ client_id }) => client_id ?? []),
      );
      return mapPage(page, (row) => withoutOthers(row, actor.id, names));
    },
    { signal },
  );
}

/** The events that match both filters; null for all. */
function eventsOf({ kind, event }: OwnActivityFilters): readonly string[] | null {
  if (event !== undefined && !isEvent(event))
    throw new ValidationFailed({ event: [text("validation.choice")] });
  const ofKind: readonly string[] | null = kind === undefined ? null : ACTIVITY_EVENTS[kind];
  if (event === undefined) return ofKind;
  return ofKind === null || ofKind.includes(event) ? [event] : [];
}

function withoutOthers(
  { actor_id, client_id, by_agent, ...row }: OwnActivityRow,
  ownId: string,
  names: ReadonlyMap<string, string>,
): OwnActivity {
  const unseen = { client: null, isByAgent: false };
  if (actor_id === null) return { ...row, actor: "none", ...unseen };
  if (actor_id !== ownId) return { ...row, actor: "other", ip_address: null, user_agent: null, ...unseen };
  const client = client_id === null ? null : { id: client_id, name: names.get(client_id) ?? null };
  return { ...row, actor: "self", client, isByAgent: Boolean(by_agent) };
}
