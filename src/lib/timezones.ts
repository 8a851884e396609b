/** The IANA time zones that this runtime supports. */
export const TIMEZONES: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

export const isTimezone = (name: string): boolean => TIMEZONES.has(name);

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
