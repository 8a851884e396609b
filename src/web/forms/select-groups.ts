import { LOCALES, type Translate } from "../../texts/translate.js";
import { offsetNow, sortZones, timezonesByOffset } from "../../lib/timezones.js";

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

/**
 * Time zones with their present offsets, by offset and name. A chosen zone that this runtime doesn't list stays
 * selected.
 */
export function timezoneGroups(chosen: string): SelectGroup[] {
  const listed = timezonesByOffset();
  const zones = listed.some(({ name }) => name === chosen)
    ? listed
    : sortZones([...listed, offsetNow(chosen)]);
  return ungrouped(zones.map(({ name, offset }) => ({ value: name, label: `(${offset}) ${name}` })));
}
