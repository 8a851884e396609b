import { listOwnActivity, type OwnActivity } from "../../../domain/activity/own-activity.js";
import { ACTIVITY_DAYS, ACTIVITY_EVENTS, type EventGroup } from "../../../domain/audit/activities.js";
import { text, type MessageKey } from "../../../texts/translate.js";
import { ListRequest, listView } from "../../lists/list-request.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page } from "../../server/responses/web-result.js";
import { describeEvent, devicesInWords, viaInWords } from "../../words/activity-words.js";

const SORTS = { columns: [], byDefault: "-created_at" };
const GROUPS = Object.keys(ACTIVITY_EVENTS) as EventGroup[];
const isGroup = (value: string): value is EventGroup => Object.hasOwn(ACTIVITY_EVENTS, value);

/** The own events of the reader, all or of one kind. */
export const showSecurityLog: WebHandler = async (call) => {
  const request = new ListRequest("security-log", call, SORTS, {
    kind: (value) => (isGroup(value) ? null : text("validation.choice")),
  });
  const kind = request.filters["kind"] as EventGroup | undefined;
  const found = await listOwnActivity(call, request, { kind });
  return page("account/security-log", "security_log.title", {
    days: ACTIVITY_DAYS,
    list: listView(request, found),
    kinds: GROUPS.map((group) => ({
      value: group,
      label: call.t(`activity_log.group.${group}` as MessageKey),
    })),
    activity: rowsOf(call, found.items),
  });
};

/** The rows of the partial `activity/list`. */
function rowsOf({ t, actor }: WebCall, items: readonly OwnActivity[]): object[] {
  const deviceOf = devicesInWords(t);
  return items.map((row) => {
    const ofOther = row.subject_type === "user" && row.subject_id !== actor.id;
    const notes =
      row.actor === "other"
        ? [t("activity.note.administrator")]
        : [ofOther ? t("activity.note.account") : null, viaInWords(t, row)];
    return {
      text: describeEvent(t, row.event),
      note: notes.filter((note) => note !== null).join(", ") || null,
      from: row.ip_address === null ? null : `${deviceOf(row.user_agent)}, ${row.ip_address}`,
      at: row.created_at,
    };
  });
}
