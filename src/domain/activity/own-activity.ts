import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/list-page.js";
import { OwnActivityList, type OwnActivityRow } from "../../models/own-activity-list.js";
import { ACTIVITY_EVENTS, type EventGroup } from "../audit/record.js";
import type { Caller } from "../context.js";

/** An event for the account that it belongs to. */
export type OwnActivity = Omit<OwnActivityRow, "actor_id"> & { actor: "self" | "other" | "none" };

/**
 * What the actor did and what was done to the account, newest first. Others' addresses and browsers are left out.
 * @param group only events of this kind
 */
export async function listOwnActivity(
  { services, actor }: Pick<Caller, "services" | "actor">,
  request: PageRequest,
  group?: EventGroup,
): Promise<ListPage<OwnActivity>> {
  const page = await readPage(
    request,
    new OwnActivityList(services.knex, actor.id, group ? ACTIVITY_EVENTS[group] : null),
  );
  return mapPage(page, (row) => withoutOthers(row, actor.id));
}

function withoutOthers({ actor_id, ...row }: OwnActivityRow, ownId: string): OwnActivity {
  if (actor_id === null) return { ...row, actor: "none" };
  if (actor_id === ownId) return { ...row, actor: "self" };
  return { ...row, actor: "other", ip_address: null, user_agent: null };
}
