import { assertCaptcha, CAPTCHA_FIELDS, captchaProvider } from "../../domain/captcha/captcha.js";
import type { WebCall } from "./call.js";
import type { Form } from "../forms/form.js";
import type { PageOptions } from "./responses/web-result.js";

/** The data of the partial `forms/captcha`. */
export interface CaptchaView {
  script: string;
  widget: string;
  siteKey: string;
  /** The widget's name for a theme that follows the system. */
  autoTheme: string;
}

/**
 * The data for a page whose form has a captcha; null while the captcha is off. @param provider the one in use by
 * default
 */
export function captchaView(
  { settings, locale }: WebCall,
  provider = captchaProvider(settings),
): CaptchaView | null {
  if (!provider) return null;
  const { script, widget, autoTheme } = provider;
  return { script: `${script}?hl=${locale}`, widget, autoTheme, siteKey: settings.get("captcha.site_key") };
}

/** The options of such a page: only it can load from the provider. */
export const captchaOrigins = ({ settings }: WebCall, provider = captchaProvider(settings)): PageOptions =>
  provider ? { origins: provider.origins } : {};

/** The field of the service first, then those of the widgets; empty when none was sent. */
export const captchaResponse = (form: Form): string =>
  ["captcha_response", ...CAPTCHA_FIELDS].map((name) => form.text(name)).find(Boolean) ?? "";

/** @throws CaptchaFailed */
export async function requireCaptcha(call: WebCall): Promise<null> {
  await assertCaptcha(call, captchaResponse(call.form));
  return null;
}
