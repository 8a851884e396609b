import type { ActivityEntry } from "../../../../domain/activity/activity-log.js";
import { knownText, type Translate } from "../../../../texts/translate.js";
import { describeEvent, devicesInWords, viaInWords } from "../../../words/activity-words.js";
import { path } from "../../../server/addresses.js";
import type { WebCall } from "../../../server/call.js";
import { summaryOf } from "./activity-changes.js";

/** Events that an administrator should check. */
const ALARMING = new Set([
  "login_failed",
  "two_factor_failed",
  "account_cut_off",
  "authorization_code_replayed",
  "refresh_token_reused",
]);

export const typeInWords = (t: Translate, type: string): string =>
  knownText(t, `activity_log.type.${type}`) ?? type.replaceAll("_", " ");

/** Commands on the server have no address. */
const isCommand = ({ ip }: ActivityEntry): boolean => ip === "cli";
export const addressOf = (entry: ActivityEntry): string | null => (isCommand(entry) ? null : entry.ip);

/** What acted, where no account did. */
function actorWords(t: Translate, entry: ActivityEntry): string {
  const { provisioning_token: name } = entry.changes;
  if (typeof name === "string") return t("activity_log.provisioning", { name });
  return t(isCommand(entry) ? "activity_log.command_line" : "activity_log.nobody");
}

/** Describes the actor, the subject and the device of a row. */
export function namesIn({ t }: WebCall, entry: ActivityEntry) {
  const { actorId, actor, subject, owner, changes } = entry;
  return {
    actor: actor ?? (actorId === null ? null : { id: actorId, name: t("activity_log.unknown") }),
    actorWords: actorWords(t, entry),
    subject: subject && { typeWords: typeInWords(t, subject.type), ...subject },
    isOwn: subject?.type === "user" && subject.id === actorId,
    owner: owner && owner.id !== actorId ? owner : null,
    triedEmail: typeof changes["email"] === "string" ? changes["email"] : null,
  };
}

/** The rows of the partial `admin/activity/table`. */
export function activityRowsFor(call: WebCall): (entry: ActivityEntry) => object {
  const deviceOf = devicesInWords(call.t);
  return (entry) => ({
    id: entry.id,
    to: path("admin.activity.show", { entry: entry.id }),
    words: describeEvent(call.t, entry.event),
    isAlarming: ALARMING.has(entry.event),
    via: viaInWords(call.t, entry),
    summary: summaryOf(call.t, entry.changes),
    ...namesIn(call, entry),
    ip: addressOf(entry),
    device: entry.userAgent === null ? null : deviceOf(entry.userAgent),
    at: entry.createdAt,
  });
}
