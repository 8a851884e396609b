import { chooseLocale } from "../../../domain/profile/own-profile.js";
import { isLocale } from "../../../texts/translate.js";
import { pagePath, path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { YEAR } from "../../server/session/cookies.js";
import { isTheme } from "../../server/preferences.js";
import { redirect } from "../../server/responses/web-result.js";

/** Language and colour theme for this browser. A signed-in user's language is also stored in the profile. */
export const submitPreferences: WebHandler = async (call) => {
  const { form } = call;
  const locale = form.text("locale");
  const theme = form.text("theme");
  if (isTheme(theme)) call.setCookie("theme", theme, YEAR);
  if (isLocale(locale)) {
    call.setCookie("locale", locale, YEAR);
    if (!call.isGuest) await chooseLocale(call, locale);
  }
  return redirect(pagePath(form.text("back")) ?? path("home"));
};
