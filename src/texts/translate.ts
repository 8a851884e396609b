import { createInstance } from "i18next";
import { en } from "./en/catalogue.js";
import { tr } from "./tr/catalogue.js";

const CATALOGUES = { en, tr };

export type Locale = keyof typeof CATALOGUES;
export const LOCALES = Object.keys(CATALOGUES) as Locale[];
export const DEFAULT_LOCALE: Locale = "en";
export const isLocale = (name: unknown): name is Locale => LOCALES.includes(name as Locale);

/** The locale in which dates and lists are written: 29 Nov 2026 in English. */
export const formatLocale = (locale: string): string => (locale === "en" ? "en-GB" : locale);

/** The language of a profile; the default language if there is no catalogue for it. */
export const localeOf = (profile: { locale: string }): Locale =>
  isLocale(profile.locale) ? profile.locale : DEFAULT_LOCALE;

type Stem<Key> = Key extends `${infer S}_one` | `${infer S}_other` ? S : Key;
/** A key of the catalogue. Texts with a count have one key, without `_one` and `_other`. */
export type MessageKey = Stem<keyof typeof en>;
export type MessageValues = Record<string, string | number>;

/** A text that is translated where it is shown. */
export interface Text {
  key: MessageKey;
  values: MessageValues;
}
export const text = (key: MessageKey, values: MessageValues = {}): Text => ({ key, values });

/** An English sentence (from the contract's validator), or a text to translate. */
export type Sentence = string | Text;

export type Translate = (key: MessageKey, values?: MessageValues) => string;

const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** The text of a key that is made from data; null if the catalogue has none. */
export const knownText = (t: Translate, key: string): string | null => (isMessageKey(key) ? t(key) : null);

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
    const plain: Record<string, string> = CATALOGUES[locale];
    const plurals = new Intl.PluralRules(locale);
    const translate = i18n.getFixedT(locale);
    const formOf = (key: string, count: number): string | undefined =>
      (count === 0 ? plain[`${key}_zero`] : undefined) ?? plain[`${key}_${plurals.select(count)}`];
    // i18next would resolve and parse a text again on every page
    return [
      locale,
      (key, values) => {
        const count = values?.["count"];
        const form = typeof count === "number" ? formOf(key, count) : undefined;
        const found = form ?? plain[key];
        if (found === undefined) return translate(key, values ?? {});
        return values ? filled(found, values) : found;
      },
    ];
  }),
);

/** Text → its pieces and the names of the values between them, in turn. */
const pieces = new Map<string, readonly string[]>();

/** The text with its values, as i18next fills it: a value that wasn't given stays as it is written. */
function filled(text: string, values: MessageValues): string {
  const parts = pieces.get(text) ?? cut(text);
  let sentence = parts[0]!;
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index]!;
    sentence += String(values[name] ?? `{${name}}`) + parts[index + 1]!;
  }
  return sentence;
}

function cut(text: string): readonly string[] {
  const parts = text.split(/\{(\w+)\}/);
  pieces.set(text, parts);
  return parts;
}

export const translatorOf = (locale: Locale): Translate => translators.get(locale)!;

/** Translates the sentence. */
export const say = (sentence: Sentence, translate: Translate): string =>
  typeof sentence === "string" ? sentence : translate(sentence.key, sentence.values);

/** The API speaks English, whatever Accept-Language says. */
export const inEnglish = (sentence: Sentence): string => say(sentence, translatorOf(DEFAULT_LOCALE));
