import { pendingEmailOf } from "../../domain/own-profile.js";
import { TIMEZONES } from "../../lib/timezones.js";
import { LOCALES } from "../../lib/i18n/translate.js";
import type { WebCall, WebHandler } from "../call.js";
import { page } from "../reply.js";
import { twoFactorSection } from "./two-factor-settings.js";

/** One page of cards; every card is a form of its own, which is shown here again when it is refused. */
export const showProfile: WebHandler = async (call) =>
  page("profile", "profile.title", {
    information: await informationSection(call),
    twoFactor: await twoFactorSection(call),
  });

async function informationSection(call: WebCall): Promise<object> {
  const { account, services, t } = call;
  return {
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    pendingEmail: await pendingEmailOf(services.knex, account.id),
    locale: account.locale,
    locales: [
      {
        label: null,
        options: LOCALES.map((locale) => ({
          value: locale,
          label: t(`preferences.language.${locale}`),
          lang: locale,
        })),
      },
    ],
    timezone: account.timezone,
    timezones: timezoneGroups(account.timezone),
  };
}

interface Group {
  label: string | null;
  options: { value: string; label: string }[];
}

/** By continent. A zone that the account has and this runtime does not list stays what it is. */
function timezoneGroups(own: string): Group[] {
  const groups = new Map<string | null, Group>();
  for (const zone of new Set([...TIMEZONES, own])) {
    const [, area = null, place = zone] = /^(\w+)\/(.+)$/.exec(zone) ?? [];
    if (!groups.has(area)) groups.set(area, { label: area, options: [] });
    groups.get(area)!.options.push({ value: zone, label: place.replaceAll("_", " ").replaceAll("/", ": ") });
  }
  return [...groups.values()];
}
