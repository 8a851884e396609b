import { createInstance } from "i18next";
import { en } from "./en/catalogue.js";
import { tr } from "./tr/catalogue.js";

const CATALOGUES = { en, tr };

export type Locale = keyof typeof CATALOGUES;
export const LOCALES = Object.keys(CATALOGUES) as Locale[];
export const DEFAULT_LOCALE: Locale = "en";
export const isLocale = (name: unknown): name is Locale => LOCALES.includes(name as Locale);

/** The language of a profile; one that there is no catalogue of counts as the default. */
export const localeOf = (profile: { locale: string }): Locale =>
  isLocale(profile.locale) ? profile.locale : DEFAULT_LOCALE;

type Stem<Key> = Key extends `${infer S}_one` | `${infer S}_other` ? S : Key;
/** A name in the catalogue; of a text that counts, without `_one` and `_other`. */
export type MessageKey = Stem<keyof typeof en>;
export type MessageValues = Record<string, string | number>;

/** A sentence that is put into words where it is read. */
export interface Text {
  key: MessageKey;
  values: MessageValues;
}
export const text = (key: MessageKey, values: MessageValues = {}): Text => ({ key, values });

/** Already in words (the contract's validator speaks English only), or still to be. */
export type Sentence = string | Text;

export type Translate = (key: MessageKey, values?: MessageValues) => string;

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: DEFAULT_LOCALE,
  resources: Object.fromEntries(
    Object.entries(CATALOGUES).map(([locale, translation]) => [locale, { translation }]),
  ),
  keySeparator: false,
  nsSeparator: false,
  // the views escape
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
});

const translators = new Map<Locale, Translate>(
  LOCALES.map((locale) => {
    const translate = i18n.getFixedT(locale);
    const plain: Record<string, string> = CATALOGUES[locale];
    // a text without values is what the catalogue says; i18next would parse it again on every page
    return [locale, (key, values) => (values ? translate(key, values) : (plain[key] ?? translate(key)))];
  }),
);

export const translatorOf = (locale: Locale): Translate => translators.get(locale)!;

/** The sentence in words. */
export const say = (sentence: Sentence, translate: Translate): string =>
  typeof sentence === "string" ? sentence : translate(sentence.key, sentence.values);

/** The API speaks English, whatever Accept-Language says. */
export const inEnglish = (sentence: Sentence): string => say(sentence, translatorOf(DEFAULT_LOCALE));
