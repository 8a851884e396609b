import { SECOND } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";
import { text, type MessageKey } from "../lib/i18n/translate.js";
import { postForm } from "../lib/post-form.js";
import type { Origin } from "./origin.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";

const TIMEOUT = 5 * SECOND;
/** Longer than any provider's. */
const LONGEST_RESPONSE = 10_000;

export interface CaptchaProvider {
  /** What the page loads. */
  script: string;
  /** The class by which the script finds its place. */
  widget: string;
  /** The field that the script adds to the form. */
  field: string;
  /** What it calls a look that follows the system. */
  autoTheme: "auto" | "light";
  verifyUrl: string;
  /** What the page may load from for it, as the provider's documentation says. */
  origins: readonly string[];
}

const PROVIDERS: Record<"turnstile" | "hcaptcha" | "recaptcha", CaptchaProvider> = {
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    widget: "cf-turnstile",
    field: "cf-turnstile-response",
    autoTheme: "auto",
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    origins: ["https://challenges.cloudflare.com"],
  },
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js",
    widget: "h-captcha",
    field: "h-captcha-response",
    autoTheme: "light",
    verifyUrl: "https://api.hcaptcha.com/siteverify",
    origins: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  recaptcha: {
    script: "https://www.google.com/recaptcha/api.js",
    widget: "g-recaptcha",
    field: "g-recaptcha-response",
    autoTheme: "light",
    verifyUrl: "https://www.google.com/recaptcha/api/siteverify",
    // with the path: all of www.google.com would be far more than a captcha
    origins: [
      "https://www.google.com/recaptcha/",
      "https://www.gstatic.com/recaptcha/",
      "https://recaptcha.google.com/recaptcha/",
    ],
  },
};

/** The fields that the widgets add to a form. */
export const CAPTCHA_FIELDS = Object.values(PROVIDERS).map(({ field }) => field);

/** The provider of the settings, or null while the captcha is switched off. */
export const captchaProvider = (settings: SettingsSnapshot): CaptchaProvider | null =>
  settings.get("captcha.enabled") ? PROVIDERS[settings.get("captcha.provider")] : null;

/** Nothing else of the form has been looked at. */
export class CaptchaFailed extends ValidationFailed {
  constructor(sentence: MessageKey) {
    super({ captcha_response: [text(sentence)] });
  }
}

/**
 * Asks the provider about what the widget gave to the form; an answer of the widget holds once. Without a clear yes the
 * form goes no further.
 * @throws CaptchaFailed
 */
export async function assertCaptcha(
  services: Services,
  settings: SettingsSnapshot,
  response: string,
  origin: Origin,
): Promise<void> {
  const provider = captchaProvider(settings);
  if (!provider) return;
  if (response === "" || response.length > LONGEST_RESPONSE) throw new CaptchaFailed("captcha.missing");
  const passed = await ask(services, settings, provider, response, origin).catch((error: unknown) => {
    services.log.error({ err: error, trace_id: origin.traceId }, "the captcha could not be verified");
    throw new CaptchaFailed("captcha.unavailable");
  });
  if (!passed) throw new CaptchaFailed("captcha.refused");
}

/** @throws when the provider did not answer as it should */
async function ask(
  { config, settings: store }: Services,
  settings: SettingsSnapshot,
  provider: CaptchaProvider,
  response: string,
  { ip }: Origin,
): Promise<boolean> {
  const url = new URL(config.starterKit.captcha.verify_url ?? provider.verifyUrl);
  const secret = await store.readSecret("captcha.secret_key");
  const fields = { secret, response, remoteip: ip, sitekey: settings.get("captcha.site_key") };
  const options = { timeoutMs: TIMEOUT, publicOnly: config.env.APP_ENV === "production" };
  const answer: unknown = JSON.parse(await postForm(url, fields, options));
  const { success } = (answer ?? {}) as { success?: unknown };
  if (typeof success !== "boolean") throw new Error("the answer does not say whether it was a success");
  return success;
}
