import { getEvent, listEvents } from "../../domain/events/event-log.js";
import { ApiResponse } from "../envelope.js";
import { presentListedEvent } from "../presenters/events.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"events"> = {
  "events.index": async ({ services, viewer: actor, signal, query }) => {
    const { filter = {}, cursor = "0", per_page: perPage = 10 } = query;
    const filters = {
      ...(filter.type !== undefined && { type: filter.type }),
      ...(filter.subject_type !== undefined && { subjectType: filter.subject_type }),
      ...(filter.subject_id !== undefined && { subjectId: filter.subject_id }),
    };
    const after = cursor === "latest" ? cursor : Number(cursor);
    const page = await listEvents({ services, actor, signal }, filters, after, perPage);
    const items = page.entries.map((entry) => presentListedEvent(services, entry));
    return ApiResponse.okWithMeta({ items }, { next_cursor: String(page.next), has_more: page.hasMore });
  },

  "events.show": async ({ services, viewer: actor, signal, params }) =>
    ApiResponse.ok(presentListedEvent(services, await getEvent({ services, actor, signal }, params.event))),
};
