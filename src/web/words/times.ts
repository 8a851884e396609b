import { DAY, HOUR, MINUTE, now, toRfc3339 } from "../../lib/clock.js";
import { zoneOrUtc } from "../../lib/timezones.js";
import { formatLocale } from "../../texts/translate.js";

/** Style → language and time zone → formatter. Creating one is costly, and few are needed. */
const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

function formatIn(locale: string, timezone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timezone}`;
  const cached = formats.get(style)?.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(formatLocale(locale), { ...style, timeZone: zoneOrUtc(timezone) });
  formats.set(style, (formats.get(style) ?? new Map<string, Intl.DateTimeFormat>()).set(key, format));
  return format;
}

const ABSOLUTE: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

const DATE: Intl.DateTimeFormatOptions = { dateStyle: "medium" };
const DAY_OF_MONTH: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** A moment with its time zone, in the format of all pages. @param ms since the epoch */
export const timeIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, ABSOLUTE).format(ms);

/** A calendar day, for statistics by day. */
export const dateIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, DATE).format(ms);

/** A day without the year, for small spaces. */
export const dayIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, DAY_OF_MONTH).format(ms);

/** Average lengths in milliseconds (Gregorian calendar), longest first. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365.2425 * DAY],
  ["month", (365.2425 / 12) * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(locale: string, numeric: "always" | "auto"): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const cached = relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(formatLocale(locale), { numeric });
  relativeFormats.set(key, cached);
  return cached;
}

/** The distance from now in the longest unit that fits, such as "3 hours ago"; "now" below one minute. */
export function relativeTimeIn(ms: number, locale: string): string {
  const distance = ms - now();
  const fitting = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!fitting) return relativeFormat(locale, "auto").format(0, "second");
  const [unit, length] = fitting;
  // always a number: "yesterday" would be wrong for 25 hours ago shortly after midnight
  return relativeFormat(locale, "always").format(Math.trunc(distance / length), unit);
}

/** A moment for the partial `time`. */
export interface Moment {
  /** RFC 3339 in UTC. */
  machine: string;
  absolute: string;
  relative: string;
}

/** A moment in the reader's language and time zone. @param ms since the epoch */
export const momentIn = (ms: number, locale: string, timezone: string): Moment => ({
  machine: toRfc3339(ms),
  absolute: timeIn(ms, locale, timezone),
  relative: relativeTimeIn(ms, locale),
});
