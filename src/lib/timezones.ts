import { MINUTE, now } from "./clock.js";

/** The IANA time zones that this runtime supports. */
export const TIMEZONES: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

export const isTimezone = (name: string): boolean => TIMEZONES.has(name);

/**
 * The name under which this runtime lists the zone, because browsers know some zones by other names (Asia/Kolkata and
 * Asia/Calcutta); null for an unknown zone.
 */
export function listedTimezone(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return isTimezone(name) ? name : isTimezone(timeZone) ? timeZone : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The zone, or UTC if this runtime doesn't support it, so that an unknown zone doesn't break pages or mails. */
export function zoneOrUtc(name: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}

/** A time zone with its present difference from UTC. */
export interface ZoneOffset {
  name: string;
  /** In minutes, east of UTC. */
  minutes: number;
  /** Such as `UTC+03:00`. */
  offset: string;
}

export function offsetNow(name: string): ZoneOffset {
  const format = new Intl.DateTimeFormat("en", { timeZone: zoneOrUtc(name), timeZoneName: "longOffset" });
  const text = format.formatToParts(now()).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "00", minutes = "00"] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  const distance = Number(hours) * 60 + Number(minutes);
  return {
    name,
    minutes: sign === "-" ? -distance : distance,
    offset: `UTC${sign}${hours}:${minutes}`,
  };
}

/** Time zones change their offset only at a quarter of an hour in UTC. */
const OFFSETS_HOLD = 15 * MINUTE;
let cached: { quarter: number; zones: readonly ZoneOffset[] } | undefined;

/** All zones by offset, then by name. Cached, because computing them takes about 80 ms. */
export function timezonesByOffset(): readonly ZoneOffset[] {
  const quarter = Math.floor(now() / OFFSETS_HOLD);
  if (cached?.quarter !== quarter) cached = { quarter, zones: sortZones([...TIMEZONES].map(offsetNow)) };
  return cached.zones;
}

export const sortZones = (zones: readonly ZoneOffset[]): ZoneOffset[] =>
  zones.toSorted((one, other) => one.minutes - other.minutes || (one.name < other.name ? -1 : 1));
