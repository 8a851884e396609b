import { brandOf, logoPath, type Brand } from "../../../domain/settings/branding.js";
import { SettingsSnapshot } from "../../../domain/settings/settings.js";
import { say, type MessageKey, type MessageValues, type Sentence } from "../../../texts/translate.js";
import { momentIn } from "../../words/times.js";
import { accentSheetPath } from "../assets/accent-sheet.js";
import { path } from "../addresses.js";
import { iconVersion } from "../assets/app-icons.js";
import type { Assets } from "../assets/assets.js";
import { ICONS } from "./icons.js";
import type { Preferences } from "../preferences.js";

/** Marks the place of a moment in a text; the values of texts have no control characters. */
const TIME = "\u0000";

export type CommonValues = ReturnType<typeof commonValues>;

/** The values of all pages, made once for each language, theme and time zone. */
export class PageValues {
  /** The last known branding, because error pages don't read the database. */
  private brand = brandOf(new SettingsSnapshot(new Map()));
  private readonly made = new Map<string, CommonValues>();

  constructor(private readonly assets: Assets) {}

  /** Uses this branding from now on. */
  rebrand(brand: Brand): void {
    if (brand === this.brand) return;
    this.brand = brand;
    this.made.clear();
  }

  /** An object for the values of one page, with the values of all pages as its prototype. */
  for(preferences: Preferences): CommonValues {
    const { locale, theme, timezone } = preferences;
    const key = `${locale} ${theme} ${timezone}`;
    let common = this.made.get(key);
    if (!common) this.made.set(key, (common = commonValues(preferences, this.brand, this.assets)));
    return Object.create(common) as CommonValues;
  }
}

const commonValues = ({ t, locale, theme, timezone }: Preferences, brand: Brand, assets: Assets) => ({
  t,
  url: path,
  icons: ICONS,
  asset: (name: Parameters<Assets["path"]>[0]) => assets.path(name),
  locale,
  theme,
  appName: brand.name,
  brand: presentBrand(brand),
  say: (sentence: Sentence) => say(sentence, t),
  moment: (ms: number) => momentIn(ms, locale, timezone),
  aroundTime: (key: MessageKey, values?: MessageValues) => t(key, { ...values, time: TIME }).split(TIME),
});

/** The branding for views, with paths instead of names. */
const presentBrand = (brand: Brand): object => ({
  ...brand,
  logo: brand.logo && { light: logoPath(brand.logo.light), dark: logoPath(brand.logo.dark) },
  iconVersion: iconVersion(brand),
  accentSheet: brand.accent && accentSheetPath(brand.accent),
});
