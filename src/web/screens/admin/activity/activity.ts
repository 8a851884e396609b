import { validate as isUuid } from "uuid";
import {
  ACTIVITY_FILTERS,
  SUBJECT_TYPES,
  type ActivityRequest,
} from "../../../../domain/activity/activity-filters.js";
import {
  getActivity,
  listActivity,
  type ActivityEntry,
  type ActivityPart,
} from "../../../../domain/activity/activity-log.js";
import { EXPORT_COLUMNS, exportActivity } from "../../../../domain/activity/activity-export.js";
import { ACTIVITY_DAYS } from "../../../../domain/audit/activities.js";
import { toRfc3339 } from "../../../../lib/clock.js";
import type { ActivityPosition } from "../../../../models/activity-list.js";
import { presentChanges } from "./activity-changes.js";
import { activityRowsFor, addressOf, namesIn, typeInWords } from "./activity-rows.js";
import { describeEvent, devicesInWords, eventGroups, viaInWords } from "../../../words/activity-words.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { ListRequest } from "../../../lists/list-request.js";
import { positionView, type RejectedFilters } from "../../../lists/position-view.js";
import { csvFile } from "../../../../http/download.js";
import { download, page } from "../../../server/responses/web-result.js";

const ROUTE = "admin.activity.index";
/** The list is sorted by time and never counted, so it has neither a sort nor page numbers. */
const requestOf = (call: WebCall): ListRequest =>
  new ListRequest(ROUTE, call, { columns: [], byDefault: "" }, ACTIVITY_FILTERS);

/** Also the page for an invalid filter, here or in an export. */
export const showActivity: WebHandler = async (call) => {
  const request = requestOf(call);
  const { filters, perPage } = request;
  const found = call.rejection ? null : await listActivity(call, filters, partOf(call), perPage);
  return page("admin/activity/list", "activity_log.title", {
    days: ACTIVITY_DAYS,
    entries: found?.entries.map(activityRowsFor(call)) ?? null,
    eventGroups: eventGroups(call.t, call.locale),
    subjectTypes: SUBJECT_TYPES.map((type) => ({ value: type, label: typeInWords(call.t, type) })),
    list: positionView(
      request,
      found && { ...found, rows: found.entries, placeIn },
      rejectedOf(call, filters),
    ),
    exportTo: call.rejection ? null : path("admin.activity.export", request.query({ page: 1 })),
  });
};

/** The rejected filters in the form of `ListRequest.rejected`. */
const rejectedOf = ({ rejection }: WebCall, filters: ActivityRequest): RejectedFilters =>
  Object.fromEntries(
    Object.entries(rejection?.fields ?? {}).map(([name, [sentence]]) => [
      name,
      { value: filters[name as keyof ActivityRequest] ?? "", sentence: sentence! },
    ]),
  );

const placeIn = ({ createdAt, id }: ActivityEntry): string => `${createdAt}.${id}`;

function positionOf(text = ""): ActivityPosition | null {
  const [created_at = "", id = ""] = text.split(".");
  return /^\d{1,15}$/.test(created_at) && isUuid(id) ? { created_at: Number(created_at), id } : null;
}

/** An invalid place in the address counts as the beginning. */
function partOf(call: WebCall): ActivityPart {
  const [older, newer] = [positionOf(call.query("older")), positionOf(call.query("newer"))];
  if (older) return { olderThan: older };
  return newer && { newerThan: newer };
}

export const showActivityEntry: WebHandler = async (call) => {
  const { services, actor, params, t } = call;
  const entry = await getActivity(services, actor, params["entry"]!);
  const maySeeAccounts = actor.can("users.read");
  return page("admin/activity/entry", "activity_log.title", {
    entry,
    words: describeEvent(t, entry.event),
    ip: addressOf(entry),
    names: namesIn(call, entry),
    via: viaInWords(t, entry),
    device: entry.userAgent === null ? null : devicesInWords(t)(entry.userAgent),
    utc: toRfc3339(entry.createdAt),
    changes: presentChanges(t, entry.changes),
    accountOf: (person: { id: string; isDeleted?: boolean }) =>
      maySeeAccounts && person.isDeleted === false ? path("admin.users.edit", { user: person.id }) : null,
    everything: everythingOf(call, entry),
  });
};

/** Links to other rows with the same request, user, subject or address. */
function everythingOf({ t }: WebCall, entry: ActivityEntry) {
  const { actorId, actor, subject, traceId } = entry;
  const ip = addressOf(entry);
  const link = (label: string, request: ActivityRequest) => ({ label, to: path(ROUTE, request) });
  const links = [];
  if (traceId !== null) links.push(link(t("activity_log.everything.trace"), { trace_id: traceId }));
  if (actorId !== null)
    links.push(
      link(t("activity_log.everything.actor", { name: actor?.name ?? actorId }), { actor: actorId }),
    );
  if (subject)
    links.push(
      link(t("activity_log.everything.subject", { name: subject.name ?? subject.id }), {
        subject: subject.id,
      }),
    );
  if (ip !== null) links.push(link(t("activity_log.everything.ip", { ip }), { ip }));
  return links;
}

/** Exports all rows of the list. */
export const downloadActivity: WebHandler = async (call) =>
  download(csvFile("activity", EXPORT_COLUMNS, await exportActivity(call, requestOf(call).filters)));
