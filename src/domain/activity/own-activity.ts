import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { OwnActivityList, type OwnActivityRow } from "../../models/own-activity-list.js";
import { ACTIVITY_EVENTS, type EventGroup } from "../audit/record.js";
import type { ReadCall } from "../context.js";
import { isEvent } from "./activity-filters.js";

/** An event for the account that it belongs to. */
export type OwnActivity = Omit<OwnActivityRow, "actor_id"> & { actor: "self" | "other" | "none" };

export interface OwnActivityFilters {
  kind?: EventGroup | undefined;
  /** Unvalidated. */
  event?: string | undefined;
}

/**
 * What the actor did and what was done to the account, newest first. Others' addresses and browsers are left out.
 * @throws ValidationFailed on an unknown event
 */
export async function listOwnActivity(
  { services, actor, signal }: ReadCall,
  request: PageRequest,
  filters: OwnActivityFilters = {},
): Promise<ListPage<OwnActivity>> {
  const events = eventsOf(filters);
  const page = await services.reads.run(
    (knex) => readPage(request, new OwnActivityList(knex, actor.id, events)),
    { signal },
  );
  return mapPage(page, (row) => withoutOthers(row, actor.id));
}

/** The events that match both filters; null for all. */
function eventsOf({ kind, event }: OwnActivityFilters): readonly string[] | null {
  if (event !== undefined && !isEvent(event))
    throw new ValidationFailed({ event: [text("validation.choice")] });
  const ofKind: readonly string[] | null = kind === undefined ? null : ACTIVITY_EVENTS[kind];
  if (event === undefined) return ofKind;
  return ofKind === null || ofKind.includes(event) ? [event] : [];
}

function withoutOthers({ actor_id, ...row }: OwnActivityRow, ownId: string): OwnActivity {
  if (actor_id === null) return { ...row, actor: "none" };
  if (actor_id === ownId) return { ...row, actor: "self" };
  return { ...row, actor: "other", ip_address: null, user_agent: null };
}
