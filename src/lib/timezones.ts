/** The IANA time zones that this runtime can count in. */
export const TIMEZONES: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

export const isTimezone = (name: string): boolean => TIMEZONES.has(name);

/** The zone, or UTC where this runtime cannot count in it: that must cost neither a page nor a mail. */
export function zoneOrUtc(name: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}
