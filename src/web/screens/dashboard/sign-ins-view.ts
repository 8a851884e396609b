import { SIGN_IN_DAYS, type DayOfSignIns } from "../../../domain/overview/service-overview.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { unchanging } from "../../../lib/views.js";
import type { Locale } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import { dateIn, dayIn } from "../../words/times.js";
import { signInChart } from "./sign-in-chart.js";

/** Figures → language → their view. The figures are cached, so that their chart is rendered once for many readers. */
const views = new WeakMap<readonly DayOfSignIns[], Map<Locale, object>>();

/** The sign-ins of the last days, for the view `dashboard/sign-ins`. */
export function signInsIn(locale: Locale, days: readonly DayOfSignIns[]): object {
  const byLocale = views.get(days) ?? new Map<Locale, object>();
  views.set(days, byLocale);
  const view = byLocale.get(locale) ?? unchanging(present(locale, days));
  byLocale.set(locale, view);
  return view;
}

function present(locale: Locale, days: readonly DayOfSignIns[]): object {
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
