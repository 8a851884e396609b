import { LOCALES, type Translate } from "../../texts/translate.js";
import { TIMEZONES } from "../../lib/timezones.js";

/** What the partial `select` offers, under a heading or none. */
export interface SelectGroup {
  label: string | null;
  options: { value: string; label: string; lang?: string }[];
}

/** Options that need no heading. */
export const ungrouped = (options: SelectGroup["options"]): SelectGroup[] => [{ label: null, options }];

/** Every language by its own name. */
export const localeGroups = (t: Translate): SelectGroup[] =>
  ungrouped(
    LOCALES.map((locale) => ({ value: locale, label: t(`preferences.language.${locale}`), lang: locale })),
  );

/** By continent. A zone that is chosen already and that this runtime does not list stays what it is. */
export function timezoneGroups(chosen: string): SelectGroup[] {
  const groups = new Map<string | null, SelectGroup>();
  for (const zone of new Set([...TIMEZONES, chosen])) {
    const [, area = null, place = zone] = /^(\w+)\/(.+)$/.exec(zone) ?? [];
    if (!groups.has(area)) groups.set(area, { label: area, options: [] });
    groups.get(area)!.options.push({ value: zone, label: place.replaceAll("_", " ").replaceAll("/", ": ") });
  }
  return [...groups.values()];
}
