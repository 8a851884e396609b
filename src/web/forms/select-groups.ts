import { LOCALES, type Translate } from "../../texts/translate.js";
import { TIMEZONES } from "../../lib/timezones.js";

/** A group of options of the partial `select`, with or without a heading. */
export interface SelectGroup {
  label: string | null;
  options: { value: string; label: string; lang?: string }[];
}

/** Options without a heading. */
export const ungrouped = (options: SelectGroup["options"]): SelectGroup[] => [{ label: null, options }];

/** All languages by their own names. */
export const localeGroups = (t: Translate): SelectGroup[] =>
  ungrouped(
    LOCALES.map((locale) => ({ value: locale, label: t(`preferences.language.${locale}`), lang: locale })),
  );

/** Time zones by continent. A chosen zone that this runtime doesn't list stays selected. */
export function timezoneGroups(chosen: string): SelectGroup[] {
  const groups = new Map<string | null, SelectGroup>();
  for (const zone of new Set([...TIMEZONES, chosen])) {
    const [, area = null, place = zone] = /^(\w+)\/(.+)$/.exec(zone) ?? [];
    if (!groups.has(area)) groups.set(area, { label: area, options: [] });
    groups.get(area)!.options.push({ value: zone, label: place.replaceAll("_", " ").replaceAll("/", ": ") });
  }
  return [...groups.values()];
}
