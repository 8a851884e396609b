import { assertCaptcha, CAPTCHA_FIELDS, captchaProvider } from "../domain/captcha.js";
import type { WebCall } from "./call.js";
import type { PageOptions } from "./reply.js";

/** What the partial `captcha` shows. */
export interface CaptchaView {
  script: string;
  widget: string;
  siteKey: string;
  /** What the widget calls "as the system". */
  autoTheme: string;
}

/** For the data of a page whose form has a captcha; null while there is none. */
export function captchaView({ settings, locale }: WebCall): CaptchaView | null {
  const provider = captchaProvider(settings);
  if (!provider) return null;
  const { script, widget, autoTheme } = provider;
  return { script: `${script}?hl=${locale}`, widget, autoTheme, siteKey: settings.get("captcha.site_key") };
}

/** For the options of such a page: it alone may load from the provider. */
export const captchaOrigins = ({ settings }: WebCall): PageOptions => {
  const provider = captchaProvider(settings);
  return provider ? { origins: provider.origins } : {};
};

/** The field of the service first, then what the widgets send by themselves. @throws CaptchaFailed */
export async function requireCaptcha({ services, settings, form, origin }: WebCall): Promise<null> {
  const sent = ["captcha_response", ...CAPTCHA_FIELDS].map((name) => form.text(name)).find(Boolean);
  await assertCaptcha(services, settings, sent ?? "", origin);
  return null;
}
