import { zoneOrUtc } from "../../lib/timezones.js";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter is costly; the same few are asked for again and again. */
function formatIn(locale: string, timezone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timezone} ${JSON.stringify(style)}`;
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: zoneOrUtc(timezone) });
  formats.set(key, known);
  return known;
}

/** A moment as pages show it. @param ms since the epoch */
export const timeIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium", timeStyle: "short" }).format(ms);

export const dateIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium" }).format(ms);

/** A day within this year, where there is little room. */
export const dayIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { day: "numeric", month: "short" }).format(ms);
