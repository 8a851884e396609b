import { assertCaptcha, CAPTCHA_FIELDS, captchaProvider } from "../../domain/captcha/captcha.js";
import type { WebCall } from "./call.js";
import type { Form } from "../forms/form.js";
import type { PageOptions } from "./reply.js";

/** What the partial `forms/captcha` shows. */
export interface CaptchaView {
  script: string;
  widget: string;
  siteKey: string;
  /** What the widget calls "as the system". */
  autoTheme: string;
}

/** For the data of a page whose form has a captcha; null while there is none. @param provider by default the one in use */
export function captchaView(
  { settings, locale }: WebCall,
  provider = captchaProvider(settings),
): CaptchaView | null {
  if (!provider) return null;
  const { script, widget, autoTheme } = provider;
  return { script: `${script}?hl=${locale}`, widget, autoTheme, siteKey: settings.get("captcha.site_key") };
}

/** For the options of such a page: it alone may load from the provider. */
export const captchaOrigins = ({ settings }: WebCall, provider = captchaProvider(settings)): PageOptions =>
  provider ? { origins: provider.origins } : {};

/** The field of the service first, then what the widgets send by themselves; empty when none was sent. */
export const captchaResponse = (form: Form): string =>
  ["captcha_response", ...CAPTCHA_FIELDS].map((name) => form.text(name)).find(Boolean) ?? "";

/** @throws CaptchaFailed */
export async function requireCaptcha(call: WebCall): Promise<null> {
  await assertCaptcha(call, captchaResponse(call.form));
  return null;
}
