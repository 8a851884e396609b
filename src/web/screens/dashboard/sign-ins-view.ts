import { SIGN_IN_DAYS, type DayOfSignIns } from "../../../domain/overview/service-overview.js";
import { toRfc3339 } from "../../../lib/clock.js";
import type { Locale } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import { dateIn, dayIn } from "../../words/times.js";
import { signInChart } from "./sign-in-chart.js";

/** The sign-ins of the last days, for the view `dashboard/sign-ins`. */
export function signInsIn(locale: Locale, days: readonly DayOfSignIns[]): object {
  const sum = (count: (day: DayOfSignIns) => number): number =>
    days.reduce((all, day) => all + count(day), 0);
  return {
    days: days.map((day) => ({
      ...day,
      label: dateIn(day.day, locale, "UTC"),
      shortLabel: dayIn(day.day, locale, "UTC"),
      to: eventsOf(day),
    })),
    count: SIGN_IN_DAYS,
    signIns: sum((day) => day.signIns),
    failures: sum((day) => day.failures),
    chart: signInChart(days),
  };
}

/** The audit log of that day. Both use UTC days. */
function eventsOf({ day }: DayOfSignIns): string {
  const date = toRfc3339(day).slice(0, 10);
  return path("admin.activity.index", { from: date, to: date });
}
