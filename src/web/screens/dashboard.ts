import { accountFigures, recentActivity, type ActivityRow } from "../../domain/account-overview.js";
import type { ActivityEvent } from "../../domain/audit.js";
import { DAY, now } from "../../lib/clock.js";
import { deviceInWords } from "../../lib/devices.js";
import { say, type MessageKey } from "../../lib/i18n/translate.js";
import { path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { page, redirect } from "../reply.js";

const SHOWN_EVENTS = 10;

export const showHome: WebHandler = (call) => redirect(path(call.isGuest ? "login" : "dashboard"));

export const showDashboard: WebHandler = async (call) => {
  const { knex } = call.services;
  const [figures, activity] = await Promise.all([
    accountFigures(knex, call.actor.id),
    recentActivity(knex, call.actor.id, SHOWN_EVENTS),
  ]);
  return page("dashboard", "dashboard.title", {
    figures,
    security: securityOf(call),
    activity: activity.map((row) => presentActivity(call, row)),
  });
};

/** `null` stands for what does not apply here. */
function securityOf({ account, settings }: WebCall): object {
  const changedAt = account.password_changed_at;
  const age = changedAt === null ? null : now() - changedAt;
  const expiryDays = settings.get("auth.password_expiry_days");
  return {
    twoFactor: settings.get("auth.two_factor") ? account.two_factor_confirmed_at !== null : null,
    verified: account.email_verified_at !== null,
    canVerify: settings.get("auth.email_verification"),
    passwordAgeDays: age === null ? null : Math.floor(age / DAY),
    passwordDaysLeft: age === null || expiryDays === 0 ? null : Math.floor((expiryDays * DAY - age) / DAY),
  };
}

/** Every event has words, or this does not compile. */
const wordsFor = (event: ActivityEvent): MessageKey => `activity.${event}`;

/** An event without words (of another version of the service) is shown under its own name. */
function presentActivity({ t, actor }: WebCall, row: ActivityRow): object {
  const key = wordsFor(row.event as ActivityEvent);
  const words = t(key);
  const byOther = row.actor_id !== null && row.actor_id !== actor.id;
  const ofOther = row.subject_type === "user" && row.subject_id !== actor.id;
  const device = say(deviceInWords(row.user_agent), t);
  return {
    text: words === key ? row.event.replaceAll("_", " ") : words,
    note: byOther ? t("activity.note.administrator") : ofOther ? t("activity.note.account") : null,
    // where an administrator works is not for the reader
    from: byOther || row.ip_address === null ? null : `${device}, ${row.ip_address}`,
    at: row.created_at,
  };
}
