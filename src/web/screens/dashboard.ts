import { accountFigures, recentActivity, type ActivityRow } from "../../domain/account-overview.js";
import type { ActivityEvent } from "../../domain/audit.js";
import { passwordDays } from "../../domain/password-expiry.js";
import { deviceInWords } from "../../lib/devices.js";
import { say, type MessageKey } from "../../lib/i18n/translate.js";
import { path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { page, redirect } from "../reply.js";

const SHOWN_EVENTS = 10;
/** Days before a password expires from which on the dashboard warns. */
const WARNED_DAYS = 7;

export const showHome: WebHandler = (call) => {
  if (call.isGuest) return redirect(path("login"));
  return redirect(path(call.actor.can("dashboard.read") ? "dashboard" : "profile"));
};

export const showDashboard: WebHandler = async (call) => {
  const { knex } = call.services;
  const [figures, activity] = await Promise.all([
    accountFigures(knex, call.actor.id),
    recentActivity(knex, call.actor.id, SHOWN_EVENTS),
  ]);
  const deviceOf = devicesIn(call);
  return page("dashboard", "dashboard.title", {
    figures,
    security: securityOf(call),
    activity: activity.map((row) => presentActivity(call, row, deviceOf)),
  });
};

/** `null` stands for what does not apply here. */
function securityOf({ account, settings }: WebCall): object {
  const password = passwordDays(account, settings);
  return {
    twoFactor: settings.get("auth.two_factor") ? account.two_factor_confirmed_at !== null : null,
    verified: account.email_verified_at !== null,
    canVerify: settings.get("auth.email_verification"),
    password,
    passwordIsGood: password.left === null || password.left > WARNED_DAYS,
  };
}

/** Browsers in the reader's words; one person has few of them. */
function devicesIn({ t }: WebCall): (userAgent: string | null) => string {
  const known = new Map<string | null, string>();
  return (userAgent) => {
    const words = known.get(userAgent) ?? say(deviceInWords(userAgent), t);
    known.set(userAgent, words);
    return words;
  };
}

/** Every event has words, or this does not compile. */
const wordsFor = (event: ActivityEvent): MessageKey => `activity.${event}`;

/** An event without words (of another version of the service) is shown under its own name. */
function presentActivity(
  { t, actor }: WebCall,
  row: ActivityRow,
  deviceOf: (userAgent: string | null) => string,
): object {
  const key = wordsFor(row.event as ActivityEvent);
  const words = t(key);
  const byOther = row.actor_id !== null && row.actor_id !== actor.id;
  const ofOther = row.subject_type === "user" && row.subject_id !== actor.id;
  const device = deviceOf(row.user_agent);
  return {
    text: words === key ? row.event.replaceAll("_", " ") : words,
    note: byOther ? t("activity.note.administrator") : ofOther ? t("activity.note.account") : null,
    // where an administrator works is not for the reader
    from: byOther || row.ip_address === null ? null : `${device}, ${row.ip_address}`,
    at: row.created_at,
  };
}
