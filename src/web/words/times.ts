import { zoneOrUtc } from "../../lib/timezones.js";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is costly and few are needed. */
function formatIn(locale: string, timezone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timezone} ${JSON.stringify(style)}`;
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: zoneOrUtc(timezone) });
  formats.set(key, known);
  return known;
}

/** A time in the format of the pages. @param ms since the epoch */
export const timeIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium", timeStyle: "short" }).format(ms);

export const dateIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium" }).format(ms);

/** A day without the year, for small spaces. */
export const dayIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { day: "numeric", month: "short" }).format(ms);
