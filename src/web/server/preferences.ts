import type { Request } from "express";
import {
  DEFAULT_LOCALE,
  isLocale,
  LOCALES,
  translatorOf,
  type Locale,
  type Translate,
} from "../../texts/translate.js";
import type { Cookies } from "./session/cookies.js";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const isTheme = (name: unknown): name is Theme => THEMES.includes(name as Theme);

/** The reader's settings for pages. */
export interface Preferences {
  locale: Locale;
  t: Translate;
  theme: Theme;
  timezone: string;
}

/**
 * The language of the profile, else of the cookie, else what a client asks for, else of Accept-Language, else the service's own.
 * @param own what the service and the client say
 * @param profile of the signed-in account
 */
export function preferencesOf(
  request: Request,
  cookies: Cookies,
  own: { locale: string; timezone: string; requested: readonly string[] },
  profile: { locale: string; timezone: string } | undefined,
): Preferences {
  const chosen = profile?.locale ?? cookies.read(request, "locale");
  const wanted = [chosen, ...own.requested, accepted(request), own.locale];
  const locale = wanted.find(isLocale) ?? DEFAULT_LOCALE;
  const theme = cookies.read(request, "theme");
  return {
    locale,
    t: translatorOf(locale),
    theme: isTheme(theme) ? theme : "auto",
    timezone: profile?.timezone ?? own.timezone,
  };
}

const accepted = (request: Request): string | undefined =>
  request.headers["accept-language"] === undefined
    ? undefined
    : request.acceptsLanguages(LOCALES) || undefined;
