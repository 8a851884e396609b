/** The IANA time zones that this runtime can count in. */
export const TIMEZONES: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

export const isTimezone = (name: string): boolean => TIMEZONES.has(name);
